# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(5, 12), nn.BatchNorm1d(12), nn.ReLU(), nn.Linear(12, 4))
        self.momentum = copy.deepcopy(self.online)
        self.momentum.requires_grad_(False)
        self.guess = nn.Linear(4, 4)

    def train(self, mode=True):
        super().train(mode)
        self.momentum.eval()
        return self

    @torch.no_grad()
    def move(self, tau):
        slow = dict(self.momentum.named_parameters())
        for name, parameter in self.online.named_parameters():
            slow[name].lerp_(parameter, tau)  #~ copy-left-behind

    def forward(self, one, other):
        return F.mse_loss(self.guess(self.online(one)), self.momentum(other)) + self.online(one).pow(2).mean()


torch.manual_seed(0)
pair = Pair().train()
optimizer = torch.optim.AdamW([*pair.online.parameters(), *pair.guess.parameters()], lr=1e-2)
for step in range(10):
    x = 3 * torch.rand(24, 5)
    loss = pair(x, x + 0.1 * torch.randn_like(x))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    pair.move(0.1)
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

# The copy follows in its parameters, and there is nothing else to follow: one network normalises without running
# statistics, and the norms of the other stay in eval mode in both of its copies.


class Pair(nn.Module):
    def __init__(self, norm):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(5, 12), norm, nn.ReLU(), nn.Linear(12, 4))
        self.momentum = copy.deepcopy(self.online)
        self.momentum.requires_grad_(False)
        self.guess = nn.Linear(4, 4)

    @torch.no_grad()
    def move(self, tau):
        slow = dict(self.momentum.named_parameters())
        for name, parameter in self.online.named_parameters():
            slow[name].lerp_(parameter, tau)

    def forward(self, one, other):
        return F.mse_loss(self.guess(self.online(one)), self.momentum(other)) + self.online(one).pow(2).mean()


torch.manual_seed(0)
for norm in (nn.GroupNorm(3, 12), nn.BatchNorm1d(12, track_running_stats=False), nn.BatchNorm1d(12)):
    pair = Pair(norm)
    if norm.__class__ is nn.BatchNorm1d and norm.track_running_stats:
        pair.online[1].eval()
    pair.momentum.eval()
    optimizer = torch.optim.AdamW([*pair.online.parameters(), *pair.guess.parameters()], lr=1e-2)
    for step in range(10):
        x = 3 * torch.rand(24, 5)
        loss = pair(x, x + 0.1 * torch.randn_like(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        pair.move(0.1)
    print(loss.item())
