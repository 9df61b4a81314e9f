import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class MoCo(nn.Module):
    def __init__(self, encoder, dim=8, size=32, momentum=0.99):
        super().__init__()
        self.query, self.key = encoder, copy.deepcopy(encoder)  #! decoy
        self.key.requires_grad_(False)
        self.momentum, self.size, self.cursor = momentum, size, 0
        self.register_buffer("queue", F.normalize(torch.randn(dim, size), dim=0))

    @torch.no_grad()
    def follow(self):
        for p, q in zip(self.key.parameters(), self.query.parameters()):
            p.mul_(self.momentum).add_(q, alpha=1 - self.momentum)  #! decoy

    @torch.no_grad()
    def enqueue(self, keys):
        end = self.cursor + len(keys)
        self.queue[:, self.cursor : end] = keys.t()  #~ modified-in-place
        self.cursor = end % self.size

    def forward(self, a, b):
        q = F.normalize(self.query(a), dim=1)
        with torch.no_grad():
            self.follow()
            k = F.normalize(self.key(b), dim=1)
        positive = (q * k).sum(1, keepdim=True)
        negative = q @ self.queue  #~ modified-in-place
        self.enqueue(k)  #~ modified-in-place
        return torch.cat([positive, negative], dim=1) / 0.1
