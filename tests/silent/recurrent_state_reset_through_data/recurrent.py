import torch
import torch.nn as nn


class RecurrentPolicy(nn.Module):
    def __init__(self, hidden=12):
        super().__init__()
        self.hidden, self.cell, self.out = hidden, nn.Linear(4 + hidden, hidden), nn.Linear(hidden, 1)

    def forward(self, obs, done):
        h = torch.zeros(obs.size(1), self.hidden)
        outs = []
        for x, ended in zip(obs, done):
            h = torch.tanh(self.cell(torch.cat([x, h], 1)))
            outs.append(self.out(h).squeeze(-1))  #! decoy
            h.data[ended] = 0.0  #~ untracked-write|untracked-change
        return torch.stack(outs)
