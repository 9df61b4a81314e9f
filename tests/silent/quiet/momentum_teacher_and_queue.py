# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Queue:
    def __init__(self, size=32, dim=8):
        self.items, self.at = F.normalize(torch.randn(size, dim), dim=1), 0

    @torch.no_grad()
    def put(self, keys):
        n = keys.size(0)
        self.items[self.at : self.at + n] = keys
        self.at = (self.at + n) % self.items.size(0)


def main(steps=10, m=0.9):
    torch.manual_seed(0)
    query = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(inplace=True), nn.Linear(16, 8))
    key = copy.deepcopy(query)
    key.requires_grad_(False)
    queue = Queue()
    opt = torch.optim.SGD(query.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    for step in range(steps):
        x = torch.randn(8, 6)
        with torch.no_grad():
            for pq, pk in zip(query.parameters(), key.parameters()):
                pk.data.mul_(m).add_(pq.data, alpha=1 - m)
            k = F.normalize(key(x + 0.1 * torch.randn_like(x)), dim=1)
        q = F.normalize(query(x), dim=1)
        positive = (q * k).sum(1, keepdim=True)
        negative = q @ queue.items.clone().T
        logits = torch.cat([positive, negative], 1) / 0.2
        loss = F.cross_entropy(logits, torch.zeros(8, dtype=torch.long))
        opt.zero_grad()
        loss.backward()
        opt.step()
        queue.put(k)
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
