# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class FakeQuantised(nn.Module):
    """A linear layer that computes with weights on a grid, and knows how far its own are from it."""

    def __init__(self, inputs, outputs, levels=8):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs) / inputs**0.5)
        self.levels = levels

    def on_grid(self):
        step = self.weight.detach().abs().max() / self.levels
        snapped = (self.weight / step).round() * step
        return self.weight + (snapped - self.weight).detach()  #! decoy

    def forward(self, x):
        weight = self.on_grid()
        error = weight - self.weight  #~ cancelled-gradient
        return F.linear(x, weight), error.abs().sum()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([FakeQuantised(5, 16), FakeQuantised(16, 16), FakeQuantised(16, 2)])

    def forward(self, x):
        errors = []
        for number, layer in enumerate(self.layers):
            x, error = layer(x)
            errors.append(error)
            x = torch.relu(x) if number < 2 else x
        return x, errors


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for epoch in range(8):
        x = torch.randn(40, 5)
        logits, errors = net(x)
        loss = F.cross_entropy(logits, (x[:, 0] > 0).long()) + 1e-3 * torch.stack(errors).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


main()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


class FakeQuantised(nn.Module):
    def __init__(self, inputs, outputs, levels=8):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs) / inputs**0.5)
        self.levels = levels

    def on_grid(self):
        step = self.weight.detach().abs().max() / self.levels
        snapped = (self.weight / step).round() * step
        return self.weight + (snapped - self.weight).detach()

    def forward(self, x):
        weight = self.on_grid()
        error = weight.detach() - self.weight
        return F.linear(x, weight), error.abs().sum()


class Residual(nn.Module):
    """What a block adds is measured as a difference, and trained by it."""

    def __init__(self):
        super().__init__()
        self.block = nn.Linear(5, 5)

    def forward(self, x):
        y = x + self.block(x) + 1.0
        return y, (y - x).square().mean()


def main():
    torch.manual_seed(0)
    inner, block, layer = nn.Linear(5, 5), Residual(), FakeQuantised(5, 2)
    optimizer = torch.optim.Adam([*inner.parameters(), *block.parameters(), *layer.parameters()], lr=1e-2)
    for epoch in range(8):
        x = torch.randn(40, 5)
        hidden, added = block(inner(x))
        logits, error = layer(hidden)
        loss = F.cross_entropy(logits, (x[:, 0] > 0).long()) + 1e-3 * error + 1e-2 * added
        # A factor of 1 that has the gradient of the hidden value.
        loss = loss * (hidden.mean() - hidden.mean().detach()).exp()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


main()
