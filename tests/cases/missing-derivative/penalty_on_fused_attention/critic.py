import torch.nn as nn
import torch.nn.functional as F


class SetCritic(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, 1)
        self.heads = heads

    def forward(self, x):
        n, t, d = x.shape
        q, k, v = self.qkv(x).view(n, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        h = F.scaled_dot_product_attention(q, k, v)  #~ missing-derivative
        return self.out(x + h.transpose(1, 2).reshape(n, t, d)).mean((1, 2))
