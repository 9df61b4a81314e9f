# file: main.py
import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)
        self.squeeze = nn.Linear(channels, 4)
        self.excite = nn.Linear(4, channels)

    def weights_of(self, signal):
        pooled = signal.mean(-1)
        gates = torch.sigmoid(self.excite(torch.relu(self.squeeze(pooled))))
        weights = torch.ones_like(pooled)  #~ idle-parameter
        return weights.unsqueeze(-1)

    def forward(self, signal):
        signal = self.conv(signal)
        return signal * self.weights_of(signal)


def batches(count):
    for _ in range(count):
        clean = torch.randn(8, 5, 16)
        yield clean + 0.1 * torch.randn_like(clean), clean


def main():
    torch.manual_seed(0)
    model = nn.Sequential(Gated(5), nn.ReLU(), Gated(5))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for noisy, clean in batches(12):
        loss = nn.functional.l1_loss(model(noisy), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
from torch import nn


class Gated(nn.Module):
    """The gates are switched off in this run; they are still computed, for a plot of them."""

    def __init__(self, channels, gated):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)
        self.squeeze = nn.Linear(channels, 4)
        self.excite = nn.Linear(4, channels)
        self.gated = gated

    def weights_of(self, signal):
        pooled = signal.mean(-1)
        gates = torch.sigmoid(self.excite(torch.relu(self.squeeze(pooled))))
        if not self.gated:
            return torch.ones_like(pooled).unsqueeze(-1)
        return gates.unsqueeze(-1)

    def forward(self, signal):
        signal = self.conv(signal)
        return signal * self.weights_of(signal)


def batches(count):
    for _ in range(count):
        clean = torch.randn(8, 5, 16)
        yield clean + 0.1 * torch.randn_like(clean), clean


def main():
    torch.manual_seed(0)
    model = nn.Sequential(Gated(5, False), nn.ReLU(), Gated(5, True))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for noisy, clean in batches(12):
        loss = nn.functional.l1_loss(model(noisy), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
