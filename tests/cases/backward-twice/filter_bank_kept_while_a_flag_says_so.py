# file: main.py
import torch
import torch.nn.functional as F

from tones import Detector


def main():
    torch.manual_seed(0)
    net = Detector(width=12, bands=5)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(4):
        wave = torch.randn(8, 12)
        wanted = (wave[:, 0] > 0).long()
        loss = F.cross_entropy(net(wave), wanted)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


main()
# file: tones.py
import torch
import torch.nn as nn


def smooth(bank):
    return torch.softmax(bank, dim=-1)  #! decoy


class Bank(nn.Module):
    """Band filters of learned centres; `reuse` keeps them once they have been built."""

    def __init__(self, width, bands, reuse=True):
        super().__init__()
        self.reuse = reuse
        self.register_buffer("grid", torch.linspace(0, 1, width))
        self.centre = nn.Parameter(torch.rand(bands))
        self.built = None

    def filters(self):
        if self.reuse and self.built is not None:
            return self.built
        bank = smooth(-((self.grid - self.centre[:, None]) ** 2) / 0.02)
        if self.reuse:
            self.built = bank  #~ backward-twice
        return bank


class Detector(nn.Module):
    def __init__(self, width, bands):
        super().__init__()
        self.bank = Bank(width, bands)
        self.head = nn.Linear(bands, 2)

    def forward(self, wave):
        filters = self.bank.filters()
        return self.head(self.apply_bank(wave, filters))

    def apply_bank(self, wave, filters):
        return wave @ filters.t()
