# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Oscillator(nn.Module):
    """Damped oscillator with unknown stiffness and damping, fitted to a trajectory."""

    def __init__(self):
        super().__init__()
        self.stiffness = nn.Parameter(torch.tensor(2.0))
        self.damping = nn.Parameter(torch.tensor(-0.5))

    def forward(self, steps, dt=0.05):
        damping = torch.clamp(self.damping, min=0.0, max=5.0)  #~ saturated-value|zero-gradient|zero-derivative
        x, v, path = torch.tensor(1.0), torch.tensor(0.0), []
        for _ in range(steps):
            v = v + dt * (-self.stiffness * x - damping * v)
            x = x + dt * v
            path.append(x)
        return torch.stack(path)


def main():
    torch.manual_seed(0)
    t = torch.arange(1, 31) * 0.05
    truth = torch.exp(-0.3 * t) * torch.cos(1.7 * t)
    model = Oscillator()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for it in range(10):
        loss = F.mse_loss(model(30), truth)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if it % 5 == 0:
            print(it, loss.item(), model.damping.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Oscillator(nn.Module):
    """Damped oscillator with unknown stiffness and damping, fitted to a trajectory."""

    def __init__(self):
        super().__init__()
        self.stiffness = nn.Parameter(torch.tensor(2.0))
        self.damping = nn.Parameter(torch.tensor(-0.5))

    def forward(self, steps, dt=0.05):
        damping = F.softplus(self.damping)
        x, v, path = torch.tensor(1.0), torch.tensor(0.0), []
        for _ in range(steps):
            v = v + dt * (-self.stiffness * x - damping * v)
            x = x + dt * v
            path.append(x)
        return torch.stack(path)


def main():
    torch.manual_seed(0)
    t = torch.arange(1, 31) * 0.05
    truth = torch.exp(-0.3 * t) * torch.cos(1.7 * t)
    model = Oscillator()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for it in range(10):
        loss = F.mse_loss(model(30), truth)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if it % 5 == 0:
            print(it, loss.item(), model.damping.item())


main()
