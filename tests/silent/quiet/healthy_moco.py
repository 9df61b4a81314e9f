# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class MoCo(nn.Module):
    def __init__(self, d=8, dim=6, size=32, m=0.9):
        super().__init__()
        self.q = nn.Sequential(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, dim))
        self.k = copy.deepcopy(self.q)
        for p in self.k.parameters():
            p.requires_grad = False
        self.m, self.ptr = m, 0
        self.register_buffer("queue", F.normalize(torch.randn(size, dim), dim=1))

    @torch.no_grad()
    def momentum(self):
        for q, k in zip(self.q.parameters(), self.k.parameters()):
            k.data = k.data * self.m + q.data * (1 - self.m)

    @torch.no_grad()
    def enqueue(self, keys):
        self.queue[self.ptr:self.ptr + len(keys)] = keys
        self.ptr = (self.ptr + len(keys)) % len(self.queue)

    def forward(self, a, b):
        q = F.normalize(self.q(a), dim=1)
        with torch.no_grad():
            self.momentum()
            k = F.normalize(self.k(b), dim=1)
        pos = (q * k).sum(1, keepdim=True)
        neg = q @ self.queue.clone().detach().t()
        self.enqueue(k)
        return torch.cat([pos, neg], 1) / 0.2


def main():
    torch.manual_seed(0)
    net = MoCo()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(5):
        x = torch.randn(16, 8)
        logits = net(x + 0.1 * torch.randn_like(x), x)
        loss = F.cross_entropy(logits, torch.zeros(16, dtype=torch.long))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(loss.item(), (logits.argmax(1) == 0).float().mean().item())


main()
