# file: main.py
import torch
import torch.nn as nn

from block import Block


class Tagger(nn.Module):
    def __init__(self, vocab=30, dim=16, tags=5, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.head = nn.Linear(dim, tags)

    def forward(self, tokens):
        padding = tokens.eq(0)
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x, padding)
        return self.head(x)


def main():
    torch.manual_seed(1)
    model = Tagger()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        tokens = torch.randint(1, 30, (4, 7))
        tokens[:, 5:] = 0  #! decoy
        tags = torch.randint(0, 5, (4, 7))
        tags[tokens.eq(0)] = -100
        loss = nn.functional.cross_entropy(model(tokens).flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: attention.py
import math

import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.heads, self.width = heads, dim // heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def split(self, t):
        b, n, _ = t.shape
        return t.view(b, n, self.heads, self.width).transpose(1, 2)

    def forward(self, x, padding):
        q, k, v = (self.split(t) for t in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.width)
        scores.masked_fill_(padding[:, None, None, :], -1e4)  #! decoy
        weights = torch.softmax(scores, dim=-1)
        mixed = weights.masked_fill_(padding[:, None, :, None], 0.0) @ v  #~ modified-in-place
        b, _, n, _ = mixed.shape
        return self.out(mixed.transpose(1, 2).reshape(b, n, -1))
# file: block.py
import torch.nn as nn

from attention import SelfAttention


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attention = SelfAttention(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.ReLU(inplace=True), nn.Linear(2 * dim, dim))  #! decoy

    def forward(self, x, padding):
        x = x + self.attention(self.norm1(x), padding)
        return x + self.mlp(self.norm2(x))
