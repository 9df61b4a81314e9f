# file: main.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

from river.reach import route


class Basin(nn.Module):
    """A flood wave that runs down the reaches of a river, each of them recomputed in the backward pass."""

    def __init__(self, reaches):
        super().__init__()
        self.rough = nn.Parameter(torch.full((reaches,), 0.5))

    def forward(self, inflow):
        flow = inflow
        for number in range(len(self.rough)):
            depths = []
            step = lambda wave, noted, k=number: route(wave, self.rough[k], noted)
            flow = checkpoint(step, flow, depths, use_reentrant=False)
            print("reach", number, "depth", float(depths[-1].detach().max()))  #! decoy
        return flow


def main():
    torch.manual_seed(0)
    basin = Basin(3)
    inflow, gauge = torch.rand(24), torch.rand(24)
    optimizer = torch.optim.SGD(basin.parameters(), lr=0.1)
    for day in range(2):
        loss = (basin(inflow) - gauge).square().mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(day, loss.item())


if __name__ == "__main__":
    main()
# file: river/__init__.py
# file: river/reach.py
import torch


def note(levels, depth):
    levels.append(depth)  #~ checkpoint-mismatch


def route(wave, rough, history):
    depth = torch.relu(wave) ** (0.6 + rough)
    note(history, depth)
    mean = torch.stack(history).exp().mean(dim=0)  #! decoy
    return wave - 0.1 * torch.tanh(mean)  #! decoy
