# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Speed(nn.Module):
    """Where a vehicle goes, and how fast: the head for the speed has one output."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.Tanh())
        self.heading, self.speed = nn.Linear(16, 2), nn.Linear(16, 1)

    @staticmethod
    def unit(v):
        length = v.pow(2).sum(-1, keepdim=True).add(1e-9).sqrt()
        return v / length  #~ zero-derivative

    def forward(self, x):
        h = self.body(x)
        return torch.cat([self.unit(self.heading(h)), self.unit(self.speed(h))], -1)


def main():
    torch.manual_seed(0)
    net = Speed()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(9):
        x = torch.randn(32, 6)
        y = torch.cat([F.normalize(x[:, :2], dim=-1), x[:, 2:3].abs()], -1)  #! decoy
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Speed(nn.Module):
    """Where a vehicle goes, and how fast: the head for the speed has one output."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.Tanh())
        self.heading, self.speed = nn.Linear(16, 2), nn.Linear(16, 1)

    @staticmethod
    def unit(v):
        length = v.pow(2).sum(-1, keepdim=True).add(1e-9).sqrt()
        return v / length

    def forward(self, x):
        h = self.body(x)
        return torch.cat([self.unit(self.heading(h)), self.speed(h).exp()], -1)


def main():
    torch.manual_seed(0)
    net = Speed()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(9):
        x = torch.randn(32, 6)
        y = torch.cat([F.normalize(x[:, :2], dim=-1), x[:, 2:3].abs()], -1)
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
