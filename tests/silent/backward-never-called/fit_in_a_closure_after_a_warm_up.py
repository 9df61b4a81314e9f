# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Isotherm(nn.Module):
    """How much a surface takes up at a pressure."""

    def __init__(self):
        super().__init__()
        self.capacity = nn.Parameter(torch.tensor(1.0))
        self.affinity = nn.Parameter(torch.tensor(0.1))

    def forward(self, pressure):
        bound = F.softplus(self.affinity) * pressure
        return self.capacity * bound / (1 + bound)


class Fit:
    def __init__(self, model, pressure, uptake):
        self.model, self.pressure, self.uptake = model, pressure, uptake
        self.coarse = torch.optim.SGD(model.parameters(), lr=0.05)
        self.fine = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=8)

    def misfit(self):
        return F.mse_loss(self.model(self.pressure), self.uptake)

    def warm_up(self, rounds=6):
        for _ in range(rounds):
            self.coarse.zero_grad()
            self.misfit().backward()
            self.coarse.step()

    def evaluate(self):
        self.fine.zero_grad()
        return self.misfit()  #~ backward-never-called

    def polish(self, rounds=4):
        for number in range(rounds):
            print(number, self.fine.step(self.evaluate).item())


torch.manual_seed(0)
pressure = torch.linspace(0.1, 5, 30)
fit = Fit(Isotherm(), pressure, 2.5 * pressure / (1 + pressure) + 0.01 * torch.randn(30))
fit.warm_up()
fit.polish()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Isotherm(nn.Module):
    def __init__(self):
        super().__init__()
        self.capacity = nn.Parameter(torch.tensor(1.0))
        self.affinity = nn.Parameter(torch.tensor(0.1))

    def forward(self, pressure):
        bound = F.softplus(self.affinity) * pressure
        return self.capacity * bound / (1 + bound)


torch.manual_seed(0)
pressure = torch.linspace(0.1, 5, 30)
uptake = 2.5 * pressure / (1 + pressure) + 0.01 * torch.randn(30)
model = Isotherm()
coarse = torch.optim.SGD(model.parameters(), lr=0.05)
fine = torch.optim.LBFGS(model.parameters(), lr=0.5, max_iter=8)

# The pass has run before the step, which is only told the loss.
for _ in range(6):
    coarse.zero_grad()
    misfit = F.mse_loss(model(pressure), uptake)
    misfit.backward()
    coarse.step(lambda: misfit)


def evaluate():
    """The gradients are put in place without a pass that adds to them."""
    misfit = F.mse_loss(model(pressure), uptake)
    gradients = torch.autograd.grad(misfit, list(model.parameters()))
    for parameter, gradient in zip(model.parameters(), gradients):
        parameter.grad = gradient
    return misfit


for number in range(4):
    print(number, fine.step(evaluate).item())
