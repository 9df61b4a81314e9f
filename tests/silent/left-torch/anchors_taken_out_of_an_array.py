# file: main.py
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Scene(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(12, 32), nn.ReLU())
        self.code = nn.Linear(32, 8)
        self.kind = nn.Linear(32, 5)

    def forward(self, x):
        trunk = self.trunk(x)
        return self.code(trunk), self.kind(trunk)


def spread(one, other):
    gap = (one[:, None] - other[None]).pow(2).sum(-1)
    return torch.exp(-gap).mean()


class Repulsion:
    def __init__(self, keep):
        self.keep = keep

    def __call__(self, codes):
        rows = codes.detach().cpu().numpy()  #~ left-torch
        order = np.argsort(rows[:, 0])
        low, high = rows[order[: self.keep]], rows[order[-self.keep :]]
        return spread(torch.from_numpy(low), torch.from_numpy(high))


torch.manual_seed(4)
scene, repulsion = Scene(), Repulsion(32)
optimizer = torch.optim.Adam(scene.parameters(), lr=3e-3)
for _ in range(12):
    x = torch.randn(32, 12)
    codes, kinds = scene(x)
    loss = F.cross_entropy(kinds, x[:, :5].argmax(1)) + 0.3 * repulsion(codes)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Scene(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(12, 32), nn.ReLU())
        self.code = nn.Linear(32, 8)
        self.kind = nn.Linear(32, 5)

    def forward(self, x):
        trunk = self.trunk(x)
        return self.code(trunk), self.kind(trunk)


def spread(one, other):
    gap = (one[:, None] - other[None]).pow(2).sum(-1)
    return torch.exp(-gap).mean()


class Repulsion:
    def __init__(self, keep):
        self.keep = keep

    def __call__(self, codes):
        rows = codes.detach().cpu().numpy()
        order = torch.from_numpy(np.argsort(rows[:, 0]))
        return spread(codes[order[: self.keep]], codes[order[-self.keep :]])


torch.manual_seed(4)
scene, repulsion = Scene(), Repulsion(32)
optimizer = torch.optim.Adam(scene.parameters(), lr=3e-3)
for _ in range(12):
    x = torch.randn(32, 12)
    codes, kinds = scene(x)
    loss = F.cross_entropy(kinds, x[:, :5].argmax(1)) + 0.3 * repulsion(codes)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
