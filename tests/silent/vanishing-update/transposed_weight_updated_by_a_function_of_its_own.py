# file: main.py
import torch
from torch import nn

from flat_momentum import FlatMomentum


def main():
    torch.manual_seed(0)
    model = nn.Linear(6, 4)
    model.weight = nn.Parameter(torch.randn(6, 4).t())
    opt = FlatMomentum(model.parameters(), lr=0.02)
    for _ in range(20):
        x = torch.randn(16, 6)
        loss = (model(x) - x[:, :4]).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


if __name__ == "__main__":
    main()
# file: flat_momentum.py
import torch
from torch.optim import Optimizer


def update(weight, slope, velocity, rate, factor):
    values = weight.reshape(-1)  #~ vanishing-update
    velocity.mul_(factor).add_(slope.reshape(-1))
    values.sub_(velocity, alpha=rate)


class FlatMomentum(Optimizer):
    def __init__(self, params, lr, momentum=0.9):
        super().__init__(params, {"lr": lr, "momentum": momentum})

    @torch.no_grad()  #! decoy
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self._one(p, group)

    def _one(self, p, group):
        state = self.state[p]
        if "velocity" not in state:
            state["velocity"] = torch.zeros(p.numel())
        update(p, p.grad, state["velocity"], group["lr"], group["momentum"])
# file: quiet.py
import torch
from torch import nn
from torch.optim import Optimizer


def update(weight, slope, velocity, rate, factor):
    values = weight.reshape(-1)
    velocity.mul_(factor).add_(slope.reshape(-1))
    values.sub_(velocity, alpha=rate)
    weight.copy_(values.view(weight.shape))


class FlatMomentum(Optimizer):
    def __init__(self, params, lr, momentum=0.9):
        super().__init__(params, {"lr": lr, "momentum": momentum})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self._one(p, group)

    def _one(self, p, group):
        state = self.state[p]
        if "velocity" not in state:
            state["velocity"] = torch.zeros(p.numel())
        update(p, p.grad, state["velocity"], group["lr"], group["momentum"])


def main():
    torch.manual_seed(0)
    model = nn.Linear(6, 4)
    model.weight = nn.Parameter(torch.randn(6, 4).t())
    opt = FlatMomentum(model.parameters(), lr=0.02)
    for _ in range(20):
        x = torch.randn(16, 6)
        loss = (model(x) - x[:, :4]).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


if __name__ == "__main__":
    main()
