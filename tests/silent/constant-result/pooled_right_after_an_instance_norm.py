# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Style(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv2d(1, 4, 3)
        self.norm = nn.InstanceNorm2d(4)
        self.pool = nn.AdaptiveAvgPool2d(1)

    def forward(self, x):
        h = self.norm(self.body(x))
        return self.pool(h).flatten(1)  #~ constant-result


torch.manual_seed(0)
style, head = Style(), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*style.parameters(), *head.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(8, 1, 7, 7)
    loss = F.cross_entropy(head(style(x)), (x.mean((1, 2, 3)) > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# A ReLU between the two, a batch norm whose mean is taken of each sample, a layer norm averaged over time.

torch.manual_seed(0)
style = nn.Sequential(nn.Conv2d(1, 4, 3), nn.InstanceNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten())
other = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.AdaptiveAvgPool2d(1), nn.Flatten())
rows = nn.Sequential(nn.Linear(7, 4), nn.LayerNorm(4))
head = nn.Linear(4, 2)
modules = nn.ModuleList([style, other, rows, head])
optimizer = torch.optim.Adam(modules.parameters(), lr=1e-2)
for step in range(10):
    x = torch.randn(8, 1, 7, 7)
    h = style(x) + other(x) + rows(x[:, 0]).mean(1)
    loss = F.cross_entropy(head(h), (x.mean((1, 2, 3)) > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
