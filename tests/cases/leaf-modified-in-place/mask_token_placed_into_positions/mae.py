import torch
import torch.nn as nn


class Masked(nn.Module):
    def __init__(self, patches=6, dim=8):
        super().__init__()
        self.patch = nn.Linear(4, dim)
        self.position = nn.Parameter(torch.zeros(1, patches, dim))
        self.token = nn.Parameter(torch.zeros(dim))
        nn.init.normal_(self.position, std=0.02)  #! decoy
        self.body = nn.TransformerEncoderLayer(dim, 2, 16, batch_first=True, dropout=0.0)
        self.out = nn.Linear(dim, 4)

    def forward(self, x, hidden):
        where = self.position.expand(len(x), -1, -1)
        for row, at in enumerate(hidden):
            where[row, at] += self.token  #~ leaf-modified-in-place|view-modified-in-place
        h = self.patch(x) * (~hidden).unsqueeze(-1) + where
        return self.out(self.body(h))
