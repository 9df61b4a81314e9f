# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from stream import Streamer


class Cell(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.cell, self.out = nn.GRUCell(3, hidden), nn.Linear(hidden, 1)

    def forward(self, x, h):
        h = self.cell(x, h)
        return self.out(h), h


def train(model, steps=10):
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        seq, h, loss = torch.randn(6, 8, 3), torch.zeros(8, 12), 0.0
        for x in seq:
            y, h = model(x, h)  #! decoy
            loss = loss + F.mse_loss(y, x[:, :1])  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.4f}")


def main():
    torch.manual_seed(0)
    model = Cell()
    train(model)
    model.eval()
    streamer = Streamer(model)
    alarms = sum(streamer.feed(torch.randn(3)) > 0.5 for _ in range(200))
    print("alarms", alarms)


if __name__ == "__main__":
    main()
# file: stream.py
import torch


class Streamer:
    """One sample in, one score out; the state lives on between them."""

    def __init__(self, model, hidden=12):
        self.model, self.h = model, torch.zeros(1, hidden)

    def feed(self, sample):
        y, self.h = self.model(sample.unsqueeze(0), self.h)  #~ growing-graph
        return y.item()
