import math

import torch
import torch.nn as nn


def waves(patches, dim):
    position = torch.arange(patches).unsqueeze(1) / 10000 ** (torch.arange(0, dim, 2) / dim)
    return torch.stack([position.sin(), position.cos()], -1).flatten(1)


class TinyViT(nn.Module):
    def __init__(self, patches, dim, classes):
        super().__init__()
        self.position = nn.Parameter(torch.zeros(1, patches + 1, dim), requires_grad=False)  #! decoy
        self.position.data.copy_(waves(patches + 1, dim))
        self.token = nn.Parameter(torch.zeros(1, 1, dim), False)  #~ frozen-parameter
        self.qkv = nn.Linear(dim, 3 * dim)
        self.scale = nn.Parameter(torch.tensor(1 / math.sqrt(dim)), requires_grad=False)  #! decoy
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        x = torch.cat([self.token.expand(len(x), -1, -1), x], 1) + self.position
        q, k, v = self.qkv(x).chunk(3, -1)
        return self.head((torch.softmax(q @ k.transpose(1, 2) * self.scale, -1) @ v)[:, 0])
