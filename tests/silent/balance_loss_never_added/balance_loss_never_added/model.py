import torch
import torch.nn as nn
import torch.nn.functional as F


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.classes, self.count = nn.Linear(16, 3), nn.Linear(16, 1)

    def forward(self, x, total):
        h = self.body(x)
        self.count_loss = F.smooth_l1_loss(self.count(h), total)
        return self.classes(h)
