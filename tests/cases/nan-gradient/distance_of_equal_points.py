# file: main.py
import torch

from graphs.layout import Layout


def main():
    torch.manual_seed(0)
    layout = Layout(nodes=6)
    optimizer = torch.optim.Adam(layout.parameters(), lr=1e-2)
    for step in range(3):
        with torch.autograd.set_detect_anomaly(True):
            loss = layout.stress() + 0.1 * layout.spread()
            optimizer.zero_grad()
            loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: graphs/__init__.py
# file: graphs/layout.py
import torch
import torch.nn as nn


class Layout(nn.Module):
    """Positions of a graph's nodes so that distances fit."""

    def __init__(self, nodes):
        super().__init__()
        self.position = nn.Parameter(torch.rand(nodes, 2))
        self.register_buffer("wanted", torch.rand(nodes, nodes))

    def spread(self):
        return torch.sqrt(self.position.var(0).sum() + 1e-3)  #! decoy

    def distances(self):
        offset = self.position[:, None] - self.position[None]
        return torch.sqrt(offset.pow(2).sum(-1))  #~ nan-gradient

    def scale(self):
        return torch.sqrt(self.wanted.mean() + self.position.pow(2).mean())  #! decoy

    def stress(self):
        mask = 1 - torch.eye(len(self.position))
        return (mask * (self.distances() - self.wanted)).pow(2).mean() * self.scale()
