# file: quiet.py
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


class Deep(nn.Module):
    def __init__(self, depth, drop):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(6, 6) for _ in range(depth))
        self.head = nn.Linear(6, 1)
        self.drop = drop

    def forward(self, x):
        for block in self.blocks:
            if self.training and random.random() < self.drop:
                continue
            x = x + torch.relu(block(x))
        return self.head(x)


random.seed(1)
torch.manual_seed(0)
model = Deep(5, 0.6)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(24, 6)
for _ in range(7):
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
