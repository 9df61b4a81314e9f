import torch
import torch.nn as nn
import torch.nn.functional as F


class SessionModel(nn.Module):
    def __init__(self, items, d=16):
        super().__init__()
        self.items = nn.Parameter(0.1 * torch.randn(items, d))
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.out = nn.Linear(d, items)

    def forward(self, x):
        e = F.embedding(x, self.items, padding_idx=0)  #~ zero-gradient
        h, _ = self.rnn(e)
        return self.out(h[:, -1])
