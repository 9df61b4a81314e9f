# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tower(nn.Module):
    def __init__(self, dim=10, depth=3):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.out = nn.Linear(dim, 2)

    def forward(self, x):
        for block in self.blocks:
            x = x + torch.tanh(block(x))
        return self.out(x)


def expand(tower):
    """Deeper by one block, which alone is trained, together with the output."""
    tower.blocks.append(nn.Linear(10, 10))
    trained = len(tower.blocks) - 2
    for number, block in enumerate(tower.blocks):
        block.requires_grad_(number == trained)  #~ frozen-parameter
    return tower


torch.manual_seed(0)
tower = expand(Tower())
optimizer = torch.optim.Adam(tower.parameters(), lr=5e-3)
x = torch.randn(32, 10)
y = (x.sum(1) > 0).long()
for _ in range(6):
    loss = F.cross_entropy(tower(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.detach())  #! decoy
# file: quiet.py
import copy
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


class Tower(nn.Module):
    def __init__(self, dim=10, depth=3):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.out = nn.Linear(dim, 2)

    def forward(self, x):
        for block in self.blocks:
            x = x + torch.tanh(block(x))
        return self.out(x)


class Down(nn.Module):
    """The first matrix stays as it was drawn, the second learns."""

    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        self.a = nn.Parameter(torch.randn(rank, base.in_features), requires_grad=True)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.a.t() @ self.b.t()


torch.manual_seed(0)
saved = io.BytesIO()
torch.save(nn.Linear(10, 10).state_dict(), saved)
tower = Tower()
tower.blocks.append(nn.Linear(10, 10))
tower.blocks[-1].load_state_dict(torch.load(io.BytesIO(saved.getvalue())))
tower.follower = copy.deepcopy(tower.blocks[0])
for p in tower.parameters():
    p.requires_grad = False
tower.out = Down(tower.out)
tower.out.a.requires_grad_(False)
optimizer = torch.optim.Adam([p for p in tower.parameters() if p.requires_grad], lr=5e-3)
x = torch.randn(32, 10)
y = (x.sum(1) > 0).long()
for _ in range(6):
    loss = F.cross_entropy(tower(tower.follower(x)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
