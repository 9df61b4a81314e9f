# file: main.py
import torch
from ladder import Ladder

torch.manual_seed(0)
model = Ladder(sizes=(12, 8, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(10):
    x = torch.rand(32, 16)
    again, divergence = model(x)
    error = torch.nn.functional.mse_loss(again, x, reduction="sum") / len(x)
    loss = error + 0.1 * divergence  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: ladder.py
import torch
import torch.nn as nn


class Rung(nn.Module):
    def __init__(self, wide, narrow):
        super().__init__()
        self.down = nn.Linear(wide, 2 * narrow)
        self.up = nn.Linear(narrow, wide)

    def forward(self, h):
        mean, log_var = self.down(h).chunk(2, dim=1)
        drawn = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        kl = -0.5 * (1 + log_var - mean.pow(2) - log_var.exp()).sum(1).mean()
        return drawn, kl


class Ladder(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.rungs = nn.ModuleList(Rung(a, b) for a, b in zip((16, *sizes[:-1]), sizes))

    def forward(self, x):
        h = x
        for rung in self.rungs:
            h, kl = rung(h)  #~ loss-left-out
        for rung in reversed(self.rungs):
            h = torch.tanh(rung.up(h))
        return h, kl
# file: quiet.py
import torch
from whole_ladder import Ladder

torch.manual_seed(0)
model = Ladder(sizes=(12, 8, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for step in range(10):
    x = torch.rand(32, 16)
    again, divergence = model(x)
    error = torch.nn.functional.mse_loss(again, x, reduction="sum") / len(x)
    loss = error + 0.1 * divergence
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: whole_ladder.py
import torch
import torch.nn as nn


class Rung(nn.Module):
    def __init__(self, wide, narrow):
        super().__init__()
        self.down = nn.Linear(wide, 2 * narrow)
        self.up = nn.Linear(narrow, wide)

    def forward(self, h):
        mean, log_var = self.down(h).chunk(2, dim=1)
        drawn = mean + torch.randn_like(mean) * (0.5 * log_var).exp()
        kl = -0.5 * (1 + log_var - mean.pow(2) - log_var.exp()).sum(1).mean()
        return drawn, kl


class Ladder(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.rungs = nn.ModuleList(Rung(a, b) for a, b in zip((16, *sizes[:-1]), sizes))

    def forward(self, x):
        h, total = x, 0.0
        for rung in self.rungs:
            h, kl = rung(h)
            total = total + kl
        for rung in reversed(self.rungs):
            h = torch.tanh(rung.up(h))
        return h, total
