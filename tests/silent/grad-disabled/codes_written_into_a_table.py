# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Memory(nn.Module):
    """Users are described by what an encoder makes of their history; the table only remembers it."""

    def __init__(self, users, items, dim=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(items, 16), nn.ReLU(), nn.Linear(16, dim))
        self.table = nn.Embedding(users, dim)
        self.items = nn.Linear(dim, items)

    def remember(self, users, history):
        with torch.no_grad():  #~ grad-disabled|untracked-write|untracked-change
            self.table.weight[users] = self.encoder(history)  #~ grad-disabled|untracked-write|untracked-change

    def forward(self, users, history):
        self.remember(users, history)
        return self.items(self.table(users))


torch.manual_seed(0)
history = (torch.rand(20, 12) < 0.3).float()
model = Memory(20, 12)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(3):
    for users in torch.randperm(20).split(5):
        loss = F.binary_cross_entropy_with_logits(model(users, history[users]), history[users])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Memory(nn.Module):
    def __init__(self, users, items, dim=8):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(items, 16), nn.ReLU(), nn.Linear(16, dim))
        self.table = nn.Embedding(users, dim)
        self.items = nn.Linear(dim, items)

    @torch.no_grad()
    def start_from(self, history):
        """The encoder is pretrained elsewhere, and gives the table its first values."""
        self.table.weight.copy_(self.encoder(history))

    def forward(self, users):
        return self.items(self.table(users))


torch.manual_seed(0)
history = (torch.rand(20, 12) < 0.3).float()
model = Memory(20, 12)
model.start_from(history)
slow = copy.deepcopy(model)
for p in slow.parameters():
    p.requires_grad_(False)
optimizer = torch.optim.Adam([*model.table.parameters(), *model.items.parameters()], lr=1e-2)
for _ in range(3):
    for users in torch.randperm(20).split(5):
        with torch.no_grad():
            soft = torch.sigmoid(slow(users))
        out = model(users)
        loss = F.binary_cross_entropy_with_logits(out, history[users])
        loss = loss + 0.1 * F.binary_cross_entropy_with_logits(out, soft)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for s, p in zip(slow.parameters(), model.parameters()):
                s.copy_(0.9 * s + 0.1 * p)
    print(loss.item())
