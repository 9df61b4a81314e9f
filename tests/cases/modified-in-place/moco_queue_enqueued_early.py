# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from moco import MoCo


def augment(x):
    y = x + 0.1 * torch.randn_like(x)
    y *= (torch.rand_like(x) > 0.1).float()  #! decoy
    return y


def main():
    torch.manual_seed(0)
    model = MoCo(nn.Sequential(nn.Linear(12, 24), nn.ReLU(inplace=True), nn.Linear(24, 8)))
    optimizer = torch.optim.SGD(model.query.parameters(), lr=0.03)
    for step in range(5):
        x = torch.randn(8, 12)
        logits = model(augment(x), augment(x))
        loss = F.cross_entropy(logits, torch.zeros(len(x), dtype=torch.long))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: moco.py
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
