# file: quiet.py
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class LoRA(nn.Module):
    def __init__(self, base, r=2, alpha=4, dropout=0.1):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.a = nn.Parameter(torch.empty(r, base.in_features))
        self.b = nn.Parameter(torch.zeros(base.out_features, r))
        nn.init.kaiming_uniform_(self.a, a=math.sqrt(5))
        self.scale, self.drop, self.merged = alpha / r, nn.Dropout(dropout), False

    def forward(self, x):
        y = self.base(x)
        if self.merged:
            return y
        return y + self.drop(x) @ self.a.t() @ self.b.t() * self.scale

    def train(self, mode=True):
        super().train(mode)
        with torch.no_grad():
            if mode and self.merged:
                self.base.weight -= self.b @ self.a * self.scale
            elif not mode and not self.merged:
                self.base.weight += self.b @ self.a * self.scale
        self.merged = not mode
        return self


class Block(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.norm = nn.LayerNorm(d)

    def forward(self, x):
        h = self.norm(x)
        return x + F.scaled_dot_product_attention(self.q(h), self.k(h), self.v(h))


def main(steps=10):
    torch.manual_seed(0)
    body = nn.Sequential(Block(), Block()).requires_grad_(False)
    for block in body:
        block.q, block.v = LoRA(block.q), LoRA(block.v)
    head = nn.Linear(16, 2)
    trained = [p for p in [*body.parameters(), *head.parameters()] if p.requires_grad]
    opt = torch.optim.AdamW(trained, lr=1e-2)
    for step in range(steps):
        body.train()
        x = torch.randn(16, 5, 16)
        y = (x[:, 0, 0] > 0).long()
        loss = F.cross_entropy(head(body(x).mean(1)), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 5 == 4:
            body.eval()
            with torch.no_grad():
                print(step, F.cross_entropy(head(body(x).mean(1)), y).item())


main()
