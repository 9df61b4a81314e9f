# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Gate(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.score = nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        share = F.softmax(self.score(x).flatten(2), dim=2).view(b, c, h, w)
        gate = F.adaptive_avg_pool2d(share, 1) * (h * w)  #~ constant-result
        return x * gate  #! decoy


torch.manual_seed(0)
body, gate, head = nn.Conv2d(1, 4, 3), Gate(4), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*body.parameters(), *gate.parameters(), *head.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(8, 1, 7, 7)
    y = (x.mean((1, 2, 3)) > 0).long()
    h = gate(torch.relu(body(x)))
    loss = F.cross_entropy(head(h.mean((2, 3))), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# The softmax competes over channels, and is averaged over the map.


class Gate(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.score = nn.Conv2d(channels, channels, 1)

    def forward(self, x):
        share = F.softmax(self.score(x), dim=1)
        gate = F.adaptive_avg_pool2d(share, 1)
        return x * gate


torch.manual_seed(0)
body, gate, head = nn.Conv2d(1, 4, 3), Gate(4), nn.Linear(4, 2)
optimizer = torch.optim.Adam([*body.parameters(), *gate.parameters(), *head.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(8, 1, 7, 7)
    y = (x.mean((1, 2, 3)) > 0).long()
    h = gate(torch.relu(body(x)))
    loss = F.cross_entropy(head(h.mean((2, 3))), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
