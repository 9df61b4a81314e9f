# file: main.py
import torch

from tasks import Shared, shares


def main():
    torch.manual_seed(0)
    net = Shared()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        losses = net.losses(torch.randn(16, 6), torch.randn(16), torch.randint(0, 3, (16,)))
        pull = shares(losses, net.body[0].weight)
        total = sum(losses.values())
        opt.zero_grad()
        total.backward()
        opt.step()
        print(step, total.item(), pull)


main()
# file: tasks.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.heads = nn.ModuleDict({"a": nn.Linear(12, 1), "b": nn.Linear(12, 3)})

    def losses(self, x, a, b):
        h = self.body(x)
        return {"a": F.mse_loss(self.heads["a"](h).squeeze(-1), a), "b": F.cross_entropy(self.heads["b"](h), b)}


def shares(losses, weight):
    """How much each task pulls at the shared layer."""
    out = {}
    for name, loss in losses.items():
        (g,) = torch.autograd.grad(loss, weight)  #~ backward-twice
        out[name] = g.norm().item()  #! decoy
    return out
