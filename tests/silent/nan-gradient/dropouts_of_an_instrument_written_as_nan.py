# file: main.py
import torch
from torch import nn

from series import load


class Encoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project = nn.Linear(width, 8)
        self.score = nn.Linear(8, 1)

    def forward(self, rows):
        return self.score(torch.tanh(self.project(rows)))[:, 0]  #! decoy


def main(batch=8):
    torch.manual_seed(0)
    rows, wanted = load(6 * batch)
    usable = ~torch.isnan(rows).any(dim=1)
    encoder = Encoder(rows.shape[1])
    optimizer = torch.optim.Adam(encoder.parameters(), lr=0.01)
    for start in range(0, len(rows), batch):
        some = slice(start, start + batch)
        scores = encoder(rows[some])  #~ nan-gradient
        loss = (scores - wanted[some])[usable[some]].pow(2).mean()  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(start, loss.item())


if __name__ == "__main__":
    main()
# file: series.py
import torch


def load(n, width=3):
    """Every fifth row lacks a value."""
    rows = torch.randn(n, width)
    wanted = rows.mean(dim=1)
    rows[::5, 1] = float("nan")  #~ nan-gradient
    return rows, wanted
# file: quiet.py
import torch

from main import Encoder
from series import load


def main(batch=8):
    torch.manual_seed(0)
    rows, wanted = load(6 * batch)
    usable = ~torch.isnan(rows).any(dim=1)
    rows, wanted = rows[usable], wanted[usable]
    encoder = Encoder(rows.shape[1])
    optimizer = torch.optim.Adam(encoder.parameters(), lr=0.01)
    for start in range(0, len(rows), batch):
        some = slice(start, start + batch)
        loss = (encoder(rows[some]) - wanted[some]).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(start, loss.item())


if __name__ == "__main__":
    main()
