# file: main.py
import torch
import torch.nn.functional as F
from mixing import Mixed


torch.manual_seed(0)
model = Mixed(8)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    x = torch.randn(16, 8)
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: mixing.py
import torch
import torch.nn as nn


class Mixed(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.near, self.far = nn.Linear(wide, wide), nn.Linear(wide, wide)
        self.score = nn.Sequential(nn.Linear(wide, 4), nn.ReLU(), nn.Linear(4, 1))
        self.out = nn.Linear(wide, 1)

    def forward(self, x):
        branches = torch.stack([self.near(x), torch.tanh(self.far(x))], dim=1)
        pooled = branches.mean(1)
        logits = torch.stack([
            self.score(pooled),
            self.score(pooled),  #~ constant-softmax
        ], dim=1)
        share = logits.softmax(dim=1)
        return self.out((share * branches).sum(1))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# One layer scores both branches, each from its own values. The scores are equal at the start: the last layer is zeros.


class Mixed(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.near, self.far = nn.Linear(wide, wide), nn.Linear(wide, wide)
        self.score = nn.Linear(wide, 1)
        nn.init.zeros_(self.score.weight)
        self.out = nn.Linear(wide, 1)

    def forward(self, x):
        near, far = self.near(x), torch.tanh(self.far(x))
        share = torch.stack([self.score(near), self.score(far)], dim=1).softmax(dim=1)
        return self.out((share * torch.stack([near, far], dim=1)).sum(1))


torch.manual_seed(0)
model = Mixed(8)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    x = torch.randn(16, 8)
    loss = F.mse_loss(model(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
