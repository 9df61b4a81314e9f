"""A projection whose inner width is pruned by a callback that runs between the two passes."""

import torch
import torch.nn as nn


class LowRank(nn.Module):
    def __init__(self, dim=8, rank=4):
        super().__init__()
        self.down = nn.Parameter(torch.randn(dim, rank) / dim)
        self.up = nn.Parameter(torch.randn(rank, dim) / rank)

    def forward(self, x):
        return x + (x @ self.down).tanh() @ self.up


class Callbacks:
    def __init__(self, *functions):
        self.functions = functions

    def fire(self, *args):
        for function in self.functions:
            function(*args)


def report(model, loss):
    print(model.down.shape[1], loss.item())  #! decoy


def prune(model, loss):
    if loss.item() < 50:  #! decoy
        keep = model.down.detach().norm(dim=0).topk(2).indices  #! decoy
        model.up.data = model.up.data[keep]  #~ untracked-change
        model.down.data = model.down.data[:, keep]  #~ untracked-change


def main():
    torch.manual_seed(0)
    model = LowRank()
    after_forward = Callbacks(report, prune)
    for _ in range(3):
        loss = (model(torch.randn(5, 8)) - 1).pow(2).mean()
        after_forward.fire(model, loss)
        model.zero_grad()
        loss.backward()  #! decoy
        with torch.no_grad():
            for p in model.parameters():
                p -= 0.1 * p.grad


if __name__ == "__main__":
    main()
