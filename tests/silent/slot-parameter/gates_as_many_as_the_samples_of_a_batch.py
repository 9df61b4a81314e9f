# file: main.py
import torch
from torch import nn

from sensors import BATCH, fault, readings


class Gated(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.inner, self.head = nn.Linear(8, width), nn.Linear(width, 1)
        self.register_parameter("gate", nn.Parameter(torch.ones(BATCH, width)))  #~ slot-parameter

    def forward(self, x):
        return self.head(torch.tanh(self.inner(x)) * self.gate)  #! decoy


def main():
    torch.manual_seed(0)
    data = readings(120)
    model = Gated()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(4):
        total = 0.0
        for rows in torch.randperm(len(data)).split(BATCH):
            x = data[rows]
            loss = nn.functional.binary_cross_entropy_with_logits(model(x), fault(x))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(epoch, f"{total:.4f}")


main()
# file: quiet.py
import torch
from torch import nn

from sensors import BATCH, fault, readings


class Codes(nn.Module):
    """One code for each sample of the data, looked up by its number."""

    def __init__(self, samples, width=12):
        super().__init__()
        self.inner, self.head = nn.Linear(8, width), nn.Linear(width, 1)
        self.code = nn.Parameter(torch.ones(samples, width))

    def forward(self, x, rows):
        return self.head(torch.tanh(self.inner(x)) * self.code[rows])


class Ensemble(nn.Module):
    """As many members as a batch has samples, by chance; each gets all of them."""

    def __init__(self, members=BATCH):
        super().__init__()
        self.weight = nn.Parameter(0.1 * torch.randn(members, 8, 1))

    def forward(self, x, rows):
        return (x.unsqueeze(0) @ self.weight).mean(dim=0)


class Shared(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.inner, self.head = nn.Linear(8, width), nn.Linear(width, 1)
        self.gate, self.start = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(1, width))

    def forward(self, x, rows):
        return self.head(torch.tanh(self.inner(x)) * self.gate + self.start.expand(len(x), -1))


def train(model, data, epochs=3):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(epochs):
        for rows in torch.randperm(len(data)).split(BATCH):
            x = data[rows]
            loss = nn.functional.binary_cross_entropy_with_logits(model(x, rows), fault(x))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(f"{loss.item():.4f}")


def attack(model, x, steps=8):
    """A change of each sample of one batch."""
    change = nn.Parameter(torch.zeros_like(x))
    optimizer = torch.optim.SGD([change], lr=0.1)
    for _ in range(steps):
        loss = -nn.functional.binary_cross_entropy_with_logits(model(x + change, None), fault(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{change.detach().norm().item():.4f}")


def main():
    torch.manual_seed(0)
    data = readings(120)
    shared = Shared()
    for model in (Codes(len(data)), Ensemble(), shared):
        train(model, data)
    attack(shared.requires_grad_(False), data[torch.randperm(len(data))[:BATCH]])


main()
# file: sensors.py
import torch

BATCH = 20


def readings(n):
    return torch.randn(n, 8)


def fault(x):
    return (x[:, :1] * x[:, 1:2] > 0).float()
