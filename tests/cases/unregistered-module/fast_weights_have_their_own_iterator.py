# file: main.py
import torch
from torch import nn

from fast import FastNet


def main():
    torch.manual_seed(0)
    net = FastNet([5, 8, 1])
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)  #~ unregistered-module
    for step in range(4):
        x = torch.randn(16, 5)
        inner = net(x).square().mean()
        slopes = torch.autograd.grad(inner, list(net.tensors()), create_graph=True)
        loss = inner + 0.1 * sum(slope.square().sum() for slope in slopes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


main()
# file: fast.py
import torch
from torch import nn


class FastLayer(nn.Module):
    def __init__(self, size_in, size_out):
        super().__init__()
        layer = nn.Linear(size_in, size_out)
        self.register_buffer("matrix", layer.weight.detach().clone().requires_grad_())  #! decoy
        self.register_buffer("shift", layer.bias.detach().clone().requires_grad_())  #! decoy

    def own(self):
        return {"matrix": self.matrix, "shift": self.shift}

    def forward(self, x):
        return torch.nn.functional.linear(x, self.matrix, self.shift)


class FastNet(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.ModuleList(FastLayer(a, b) for a, b in zip(sizes, sizes[1:]))

    def tensors(self):
        for layer in self.layers:
            yield from layer.own().values()

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x
