# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Experts(nn.Module):
    def __init__(self, wide, number=4):
        super().__init__()
        self.gate = nn.Linear(wide, number)
        self.experts = nn.ModuleList(nn.Linear(wide, wide) for _ in range(number))

    def forward(self, x):
        share = self.gate(x).softmax(1)
        mixed = sum(share[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))
        return x + torch.relu(mixed), balance(share)


def balance(share):
    return share.mean(0).pow(2).sum() * share.shape[1]


class Model(nn.Module):
    def __init__(self, wide=8):
        super().__init__()
        self.lower, self.upper, self.out = Experts(wide), Experts(wide), nn.Linear(wide, 3)

    def loss(self, x, y):
        h, lower_balance = self.lower(x)  #~ loss-left-out
        h, upper_balance = self.upper(h)
        wrong = F.cross_entropy(self.out(h), y)
        return wrong + 0.01 * upper_balance  #! decoy


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for step in range(8):
    x = torch.randn(32, 8)
    loss = model.loss(x, x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# The balance of the lower experts is only watched; that of the upper ones has a weight.


class Experts(nn.Module):
    def __init__(self, wide, number=4):
        super().__init__()
        self.gate = nn.Linear(wide, number)
        self.experts = nn.ModuleList(nn.Linear(wide, wide) for _ in range(number))

    def forward(self, x):
        share = self.gate(x).softmax(1)
        mixed = sum(share[:, i : i + 1] * expert(x) for i, expert in enumerate(self.experts))
        return x + torch.relu(mixed), balance(share)


def balance(share):
    return share.mean(0).pow(2).sum() * share.shape[1]


class Model(nn.Module):
    def __init__(self, wide=8):
        super().__init__()
        self.lower, self.upper, self.out = Experts(wide), Experts(wide), nn.Linear(wide, 3)

    def loss(self, x, y, watched):
        h, lower_balance = self.lower(x)
        h, upper_balance = self.upper(h)
        watched.append(lower_balance.item())
        return F.cross_entropy(self.out(h), y) + 0.01 * upper_balance


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
watched = []
for step in range(8):
    x = torch.randn(32, 8)
    loss = model.loss(x, x[:, :3].argmax(1), watched)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), watched[-1])
