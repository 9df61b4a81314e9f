# file: main.py
import torch
import torch.nn.functional as F

import backbone


def finetune(model, steps=32):
    groups = [{"params": [p for p in model.parameters() if p.ndim > 1], "weight_decay": 0.01}]
    groups += [{"params": [p for p in model.parameters() if p.ndim < 2], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=2e-5)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 4) * (1 - step / 64))
    for _ in range(steps):
        words = torch.randint(0, 64, (16, 8))
        loss = F.cross_entropy(model(words).float(), words[:, 0] % 3)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return loss.item()


torch.manual_seed(0)
model = backbone.load(dtype=torch.bfloat16)
print(finetune(model))
# file: backbone.py
import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(64, 32)
        self.layer = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
        self.head = nn.Linear(32, 3)

    def forward(self, words):
        return self.head(self.layer(self.words(words)).mean(1))


def load(dtype):
    model = Backbone()
    with torch.no_grad():
        model.head.weight.mul_(3)
    return model.to(dtype=dtype)  #~ vanishing-update
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Rounded(torch.optim.AdamW):
    """Rounds at random: most values stay as they are at each step, and none of the update is lost in the mean."""

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                noise = torch.randint(0, 1 << 16, p.shape, dtype=torch.int32)
                wide = (p.float() - group["lr"] * p.grad.float().sign()).view(torch.int32) + noise
                p.copy_((wide & -65536).view(torch.float32))


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 2)).to(torch.bfloat16)
    optimizer = Rounded(model.parameters(), lr=3e-5)
    for step in range(24):
        x = torch.randn(32, 16)
        F.cross_entropy(model(x.bfloat16()).float(), (x[:, 0] > 0).long()).backward()
        optimizer.step()
        optimizer.zero_grad()


main()
