# file: main.py
import torch
import torch.nn as nn


class BurgersNet(nn.Module):
    """Solution network and the two unknown coefficients of the equation."""

    def __init__(self, width=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))
        self.lambda_1 = torch.tensor([0.0], requires_grad=True)  #~ not-in-optimizer|unregistered-module|unregistered-parameter
        self.lambda_2 = torch.tensor([-6.0], requires_grad=True)  #~ not-in-optimizer|unregistered-module|unregistered-parameter

    def residual(self, x, t):
        u = self.net(torch.cat([x, t], dim=1))
        ones = torch.ones_like(u)
        u_t = torch.autograd.grad(u, t, ones, create_graph=True)[0]
        u_x = torch.autograd.grad(u, x, ones, create_graph=True)[0]
        u_xx = torch.autograd.grad(u_x, x, ones, create_graph=True)[0]
        return u, u_t + self.lambda_1 * u * u_x - self.lambda_2.exp() * u_xx


def main():
    torch.manual_seed(0)
    model = BurgersNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    x = (torch.rand(50, 1) * 2 - 1).requires_grad_()
    t = torch.rand(50, 1).requires_grad_()
    target = -torch.sin(3.1416 * x.detach()) * torch.exp(-t.detach())  #! decoy
    for it in range(5):
        u, f = model.residual(x, t)
        loss = ((u - target) ** 2).mean() + (f ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(it, loss.item(), model.lambda_1.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn


class BurgersNet(nn.Module):
    """Solution network and the two unknown coefficients of the equation."""

    def __init__(self, width=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))
        self.lambda_1 = nn.Parameter(torch.tensor([0.0]))
        self.lambda_2 = nn.Parameter(torch.tensor([-6.0]))

    def residual(self, x, t):
        u = self.net(torch.cat([x, t], dim=1))
        ones = torch.ones_like(u)
        u_t = torch.autograd.grad(u, t, ones, create_graph=True)[0]
        u_x = torch.autograd.grad(u, x, ones, create_graph=True)[0]
        u_xx = torch.autograd.grad(u_x, x, ones, create_graph=True)[0]
        return u, u_t + self.lambda_1 * u * u_x - self.lambda_2.exp() * u_xx


def main():
    torch.manual_seed(0)
    model = BurgersNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    x = (torch.rand(50, 1) * 2 - 1).requires_grad_()
    t = torch.rand(50, 1).requires_grad_()
    target = -torch.sin(3.1416 * x.detach()) * torch.exp(-t.detach())
    for it in range(5):
        u, f = model.residual(x, t)
        loss = ((u - target) ** 2).mean() + (f ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(it, loss.item(), model.lambda_1.item())


main()
