import torch
import torch.nn as nn


class TinyViT(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.patch = nn.Linear(6, dim)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.randn(1, 5, dim) * 0.02)
        self.block = nn.TransformerEncoderLayer(dim, 2, 32, dropout=0.0, batch_first=True)
        self.head = nn.Linear(dim, 2)

    def forward(self, patches):
        x = self.patch(patches)
        x = torch.cat([self.cls_token.expand(len(x), -1, -1), x], dim=1) + self.pos_embed
        return self.head(self.block(x)[:, 0])
