# file: quiet.py
import torch
from torch import nn
from torch.autograd import grad


class OfEachTime(nn.Module):
    """A function of each number by itself, whatever the shape is that they come in."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, t):
        return self.layers(t.unsqueeze(-1)).squeeze(-1)


class SumOfColumns(nn.Module):
    def __init__(self):
        super().__init__()
        self.of_x, self.of_y = OfEachTime(), OfEachTime()

    def forward(self, xy):
        return self.of_x(xy[:, 0]) + self.of_y(xy[:, 1])


def slope(u, x):
    return grad(u, x, torch.ones_like(u), create_graph=True)[0]


def acceleration(net, t):
    return slope(slope(net(t), t), t)


def train(net, draw, right):
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(8):
        points = draw().requires_grad_()
        second = acceleration(net, points)
        loss = (second - right(points.detach())).square().mean() + net(torch.zeros_like(points)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


def main():
    torch.manual_seed(0)
    train(OfEachTime(), lambda: torch.rand(4, 25), torch.sin)
    train(OfEachTime(), lambda: torch.rand(64), torch.cos)
    train(SumOfColumns(), lambda: torch.rand(30, 2), torch.cos)


main()
