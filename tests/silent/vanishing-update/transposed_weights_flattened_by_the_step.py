# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SignStep(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                flat = p.reshape(-1)  #~ vanishing-update|step-without-effect
                flat.sub_(group["lr"] * p.grad.reshape(-1).sign())


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.enter = nn.Linear(8, 16)
        self.leave = nn.Parameter(torch.randn(16, 8).t() * 0.1)

    def forward(self, x):
        return torch.tanh(self.enter(x)) @ self.leave.t()


def main():
    torch.manual_seed(0)
    model = Tied()
    optimizer = SignStep(model.parameters(), lr=1e-3)
    for step in range(12):
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SignStep(torch.optim.Optimizer):
    """Rests one group in every other step, and leaves what is small enough as it is."""

    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})
        self.count = 0

    @torch.no_grad()
    def step(self, closure=None):
        self.count += 1
        for number, group in enumerate(self.param_groups):
            for p in group["params"] if (self.count + number) % 2 else ():
                if p.grad is not None:
                    p.sub_(group["lr"] * torch.where(p.grad.abs() > 1e-6, p.grad.sign(), 0))


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.enter = nn.Linear(8, 16)
        self.leave = nn.Parameter(torch.randn(16, 8).t() * 0.1)

    def forward(self, x):
        return torch.tanh(self.enter(x)) @ self.leave.t()


def main():
    torch.manual_seed(0)
    model = Tied()
    optimizer = SignStep([{"params": model.enter.parameters()}, {"params": [model.leave]}], lr=1e-3)
    for step in range(12):
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
