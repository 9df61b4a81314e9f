# file: main.py
import torch
import torch.nn.functional as F

from layers import Filter


def adapted(net, wave, wanted, turns, rate=0.1):
    weights = dict(net.named_parameters())
    for _ in range(turns):
        error = F.mse_loss(net(wave, weights), wanted)
        slopes = torch.autograd.grad(error, weights.values(), create_graph=True)
        weights = {name: w - rate * s for (name, w), s in zip(weights.items(), slopes)}
    return weights


def main():
    torch.manual_seed(0)
    net = Filter()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for task in range(4):
        wave = torch.randn(8, 1, 24)
        wanted = wave.roll(task, 2)
        weights = adapted(net, wave, wanted, turns=1 if task < 2 else 2)
        loss = F.mse_loss(net(wave, weights), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(task, f"{loss.item():.3f}")


main()
# file: layers.py
import torch
import torch.nn.functional as F
from torch import nn


def under(weights, name):
    return {key.removeprefix(f"{name}."): w for key, w in weights.items() if key.startswith(f"{name}.")}


class Stage(nn.Module):
    def __init__(self, inside, out):
        super().__init__()
        self.kernel = nn.Parameter(torch.randn(out, inside, 3) * 0.3)
        self.gain = nn.Parameter(torch.ones(out, 1))

    def scaled(self, x):
        return x * self.gain

    def forward(self, x, weights):
        x = F.conv1d(x, weights["kernel"], padding=1)
        return torch.tanh(self.scaled(x))  #~ unused-input


class Filter(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = Stage(1, 4), Stage(4, 4)
        self.out = nn.Parameter(torch.randn(1, 4, 1) * 0.3)

    def forward(self, x, weights):
        x = self.first(x, under(weights, "first"))
        x = self.last(x, under(weights, "last"))
        return F.conv1d(x, weights["out"])
