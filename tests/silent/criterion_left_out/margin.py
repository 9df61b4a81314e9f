import torch
import torch.nn as nn
import torch.nn.functional as F


class ArcMargin(nn.Module):
    def __init__(self, dim, classes, scale=8.0, margin=0.2):
        super().__init__()
        self.centres = nn.Parameter(torch.randn(classes, dim))
        self.scale, self.margin = scale, margin

    def forward(self, z, y):
        cos = F.linear(F.normalize(z), F.normalize(self.centres))
        shift = F.one_hot(y, cos.size(1)) * self.margin
        return F.cross_entropy(self.scale * (cos - shift), y)
