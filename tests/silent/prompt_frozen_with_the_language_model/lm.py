import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm, self.mix, self.out = nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)

    def forward(self, x):
        past = x.cumsum(1) / torch.arange(1, x.size(1) + 1).view(1, -1, 1)
        return x + self.out(torch.relu(self.mix(self.norm(past))))


class LM(nn.Module):
    def __init__(self, vocab=16, dim=8):
        super().__init__()
        self.dim = dim
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.Sequential(Block(dim), Block(dim))
        self.head = nn.Linear(dim, vocab)
