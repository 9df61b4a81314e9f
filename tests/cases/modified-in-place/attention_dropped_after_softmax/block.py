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
