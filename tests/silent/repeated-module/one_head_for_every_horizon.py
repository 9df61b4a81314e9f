# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Forecaster(nn.Module):
    def __init__(self, horizons=(1, 4, 8)):
        super().__init__()
        self.horizons = horizons
        self.encoder = nn.GRU(1, 16, batch_first=True)
        head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))
        self.heads = nn.ModuleList([head] * len(horizons))  #~ repeated-module

    def forward(self, past):
        last = self.encoder(past)[1][0]
        return [head(last) for head in self.heads]


def waves(n, length, generator):
    start = torch.rand(n, 1, generator=generator) * 6
    return torch.sin(start + 0.3 * torch.arange(length))


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(1)
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step in range(10):
        wave = waves(32, 24, generator)
        guesses = model(wave[:, :16, None])
        terms = [F.mse_loss(g[:, 0], wave[:, 15 + k]) for g, k in zip(guesses, model.horizons)]
        optimizer.zero_grad()
        sum(terms).backward()
        optimizer.step()
        print(step, [round(t.item(), 3) for t in terms])


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# One head reads the state after each block: the slots have one module, and each gets another input. The blocks use
# their one layer twice.


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(16, 16)

    def forward(self, h):
        return h + self.line(h) * torch.sigmoid(self.line(h))


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.enter = nn.Linear(16, 16)
        block = Block()
        self.blocks = nn.ModuleList([block] * 2)
        head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 1))
        self.heads = nn.ModuleList([head] * 2)

    def forward(self, past):
        h, out = self.enter(past), []
        for block, head in zip(self.blocks, self.heads):
            h = block(h)
            out.append(head(h))
        return out


def main():
    torch.manual_seed(0)
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for step in range(10):
        wave = torch.sin(torch.rand(32, 1) * 6 + 0.3 * torch.arange(17))
        terms = [F.mse_loss(g[:, 0], wave[:, 16]) for g in model(wave[:, :16])]
        optimizer.zero_grad()
        sum(terms).backward()
        optimizer.step()
        print(step, [round(t.item(), 3) for t in terms])


main()
