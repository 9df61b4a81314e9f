# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU())

    def forward(self, x):
        return self.conv(x).mean((2, 3))


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.head = nn.Linear(8, 3)
        for p in self.backbone.parameters():
            p.requires_grad = False

    def forward(self, x):
        self.backbone.eval()
        return self.head(self.backbone(x))


torch.manual_seed(0)
model = Probe()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
x, y = torch.randn(10, 3, 8, 8), torch.randint(3, (10,))
for _ in range(6):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
