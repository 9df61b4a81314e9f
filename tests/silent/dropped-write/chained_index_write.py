# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedImputer(nn.Module):
    """Missing cells are replaced by what a small network makes of the rest."""

    def __init__(self, d=6):
        super().__init__()
        self.fill = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, d))
        self.predict = nn.Linear(d, 1)

    def forward(self, x, missing):
        x = x.clone()
        guess = self.fill(x)
        rows = missing.any(dim=1)
        x[rows].masked_scatter_(missing[rows], guess[rows][missing[rows]])  #~ dropped-write|untracked-write|untracked-change|never-connected|unused-input|copied-result
        return self.predict(x).squeeze(1)


def main():
    torch.manual_seed(0)
    model = MaskedImputer()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    full = torch.randn(40, 2) @ torch.randn(2, 6)
    target = full.sum(1)
    missing = torch.rand(40, 6) < 0.3
    x = full.masked_fill(missing, 0.0)
    for _ in range(6):
        loss = F.mse_loss(model(x, missing), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class MaskedImputer(nn.Module):
    """Missing cells are replaced by what a small network makes of the rest."""

    def __init__(self, d=6):
        super().__init__()
        self.fill = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, d))
        self.predict = nn.Linear(d, 1)

    def forward(self, x, missing):
        x = x.clone()
        guess = self.fill(x)
        rows = missing.any(dim=1)
        x = torch.where(missing, guess, x)
        return self.predict(x).squeeze(1)


def main():
    torch.manual_seed(0)
    model = MaskedImputer()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    full = torch.randn(40, 2) @ torch.randn(2, 6)
    target = full.sum(1)
    missing = torch.rand(40, 6) < 0.3
    x = full.masked_fill(missing, 0.0)
    for _ in range(6):
        loss = F.mse_loss(model(x, missing), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
