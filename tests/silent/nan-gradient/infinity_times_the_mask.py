# file: main.py
import torch
import torch.nn.functional as F

from encoder import Encoder


def batch(n=16, length=7):
    x = torch.randint(1, 20, (n, length))
    lengths = torch.randint(3, length + 1, (n,))
    keep = torch.arange(length) < lengths[:, None]  #! decoy
    return x * keep, keep, (x[:, 0] > 10).long()


def main(steps=8):
    torch.manual_seed(0)
    net = Encoder()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(steps):
        x, keep, y = batch()
        loss = F.cross_entropy(net(x, keep), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: encoder.py
import math

import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.qkv = nn.Linear(d, 3 * d)
        self.out = nn.Linear(d, d)

    def forward(self, x, bias):
        q, k, v = self.qkv(x).chunk(3, -1)
        scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1]) + bias
        return self.out(scores.softmax(-1) @ v)


class Encoder(nn.Module):
    def __init__(self, words=20, d=16, classes=2):
        super().__init__()
        self.embed = nn.Embedding(words, d, padding_idx=0)
        self.attention = Attention(d)
        self.head = nn.Linear(d, classes)

    def forward(self, x, keep):
        bias = (1.0 - keep.float())[:, None, :] * float("-inf")  #~ nan-gradient
        h = self.embed(x)
        h = h + self.attention(h, bias)
        w = keep.float()[..., None]
        return self.head((h * w).sum(1) / w.sum(1))
