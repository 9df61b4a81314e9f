# file: quiet.py
"""Detached copies that are read on purpose: as targets, as a state between chunks, and by a head of its own."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.kept = {}

    def forward(self, x):
        h = torch.tanh(self.body(x))
        self.kept["last"] = h.detach()
        return h

    def both(self, x):
        h = self(x)
        return h, h.detach()


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(6, 6)
        self.state = torch.zeros(8, 6)

    def forward(self, x):
        state = self.cell(x, self.state)
        self.state = state.detach()
        return state


torch.manual_seed(0)
encoder, recurrent = Encoder(), Recurrent()
heads = nn.ModuleList(nn.Sequential(nn.ReLU(), nn.Linear(6, 2)) for _ in range(2))
opt = torch.optim.Adam([*encoder.parameters(), *recurrent.parameters(), *heads.parameters()], lr=0.01)
for _ in range(6):
    x = torch.randn(8, 4)
    y = x[:, :2]
    loss = sum(nn.functional.mse_loss(head(h), y) for head, h in zip(heads, encoder.both(x), strict=True))
    loss = loss + nn.functional.mse_loss(encoder(x + 0.1), encoder.kept["last"] * 0.9)
    loss = loss + recurrent(encoder(x)).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
