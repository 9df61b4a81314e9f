# file: main.py
import torch

from tides.basis import HarmonicBasis
from tides.fit import report, residuals


def main():
    torch.manual_seed(0)
    hours = torch.linspace(0, 48, 97)
    height = 1.2 * torch.cos(0.506 * hours) + 0.4 * torch.cos(0.525 * hours + 0.3)
    basis = HarmonicBasis(4)
    optimizer = torch.optim.LBFGS(basis.parameters(), lr=0.5, max_iter=1)

    def closure():
        optimizer.zero_grad()
        loss = residuals(basis, hours, height).square().mean()
        loss.backward()
        return loss

    for day in range(3):
        print(day, optimizer.step(closure).item())
        basis.forget()
        print("  worst", report(basis, hours, height))


if __name__ == "__main__":
    main()
# file: tides/__init__.py
# file: tides/fit.py
import torch


def residuals(basis, hours, height):
    design = basis.design("gauge", hours)
    return design @ torch.full((design.shape[1],), 0.5) - height


def report(basis, hours, height):
    with torch.no_grad():  #! decoy
        worst = residuals(basis, hours, height).abs().max()  #! decoy
    return worst.item()  #! decoy
# file: tides/basis.py
import torch
import torch.nn as nn


class HarmonicBasis(nn.Module):
    """Cosines of frequencies that are fitted; one table for each station."""

    def __init__(self, count):
        super().__init__()
        self.speed = nn.Parameter(torch.linspace(0.4, 0.6, count))
        self.phase = nn.Parameter(torch.zeros(count))
        self.tables = {}

    def forget(self):
        self.tables.clear()

    def design(self, station, hours):
        known = self.tables.get(station)
        if known is not None:
            return known
        angle = hours[:, None] * self.speed + self.phase
        table = torch.cos(angle)
        self.tables[station] = table  #~ grad-disabled
        return table
