# file: main.py
import torch
import torch.nn as nn

from pinn.operators import derivative


class Solution(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


def residual(model, x):
    u = model(x)
    du = derivative(u, x)
    ddu = derivative(du, x)
    return ddu + torch.pi ** 2 * torch.sin(torch.pi * x)


def main():
    torch.manual_seed(0)
    model = Solution()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    edges = torch.tensor([[0.0], [1.0]])
    for step in range(3):
        x = torch.rand(20, 1, requires_grad=True)
        loss = residual(model, x).pow(2).mean() + model(edges).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():  #! decoy
            print(step, loss.item(), model(torch.tensor([[0.5]])).item())


if __name__ == "__main__":
    main()
# file: pinn/__init__.py
# file: pinn/operators.py
import torch


def derivative(y, x, keep=True):
    """dy/dx of every sample."""
    return torch.autograd.grad(y, x, torch.ones_like(y), retain_graph=keep)[0]  #~ missing-create-graph
