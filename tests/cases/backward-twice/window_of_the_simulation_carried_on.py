# file: main.py
import torch
import torch.nn.functional as F

from cloth import Springs


def observed(windows, n=6):
    t = torch.arange(float(windows))[:, None]
    return torch.arange(float(n)) + 0.2 * torch.sin(t + torch.arange(float(n)))


def fit(model, data, x, v):
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for i, seen in enumerate(data):
        for _ in range(4):
            x, v = model(x, v)  #~ backward-twice
        loss = F.mse_loss(x, seen)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(i, loss.item(), model.stiffness.item())


def main():
    torch.manual_seed(0)
    fit(Springs(), observed(4), torch.arange(6.0) + 0.1 * torch.randn(6), torch.zeros(6))


main()
# file: cloth.py
import torch
import torch.nn as nn


class Springs(nn.Module):
    def __init__(self, n=6):
        super().__init__()
        self.stiffness, self.damping = nn.Parameter(torch.tensor(3.0)), nn.Parameter(torch.tensor(0.1))
        self.register_buffer("rest", torch.arange(float(n)))

    def force(self, x, v):
        stretch = x[1:] - x[:-1] - (self.rest[1:] - self.rest[:-1])
        pull = self.stiffness * stretch
        f = torch.zeros_like(x)
        f[:-1] += pull  #! decoy
        f[1:] -= pull  #! decoy
        return f - self.damping * v

    def forward(self, x, v, dt=0.05):
        v = v + dt * self.force(x, v)
        return x + dt * v, v
