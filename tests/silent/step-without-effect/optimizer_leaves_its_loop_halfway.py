# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Descent(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    break  #~ step-without-effect
                p -= group["lr"] * p.grad


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(5, 12)
        self.exit = nn.Linear(12, 3)
        self.body, self.head = nn.Linear(12, 12), nn.Linear(12, 3)

    def forward(self, x, early=False):
        h = F.relu(self.stem(x))
        return self.exit(h) if early else self.head(F.relu(self.body(h)))


def main():
    torch.manual_seed(0)
    net = Classifier()
    opt = Descent(net.parameters())
    for step in range(9):
        x = torch.randn(24, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""An optimizer of the program's own that leaves vectors alone on purpose, and ends where there is nothing to do."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Matrices(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self):
        if all(p.grad is None for group in self.param_groups for p in group["params"]):
            return
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None or p.dim() < 2:
                    continue
                p -= group["lr"] * p.grad


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 3))
    opt = Matrices(net.parameters())
    for step in range(9):
        x = torch.randn(24, 5)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
