# file: main.py
import torch
from torch import nn

from homes import read_homes


def squared_error(rents, guesses):
    off = rents - guesses  #~ broadcast-loss
    return (0.5 * off**2).mean()


torch.manual_seed(0)
rooms, rents = read_homes(40)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1), nn.Flatten(0))
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(12):
    loss = squared_error(rents, model(rooms))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: homes.py
import torch


def read_homes(count):
    rooms = torch.rand(count, 4)
    rents = rooms @ torch.tensor([3.0, 1.0, 0.5, 2.0])
    return rooms, rents.view(-1, 1)  #~ broadcast-loss
# file: quiet.py
# Draws are compared with all that was measured: a distance of two distributions.
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1), nn.Flatten(0))
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(12):
    measured = (torch.randn(40) * 2 + 1).view(-1, 1)
    drawn = model(torch.randn(40, 4))
    apart = (measured - drawn).abs().mean()
    within = (drawn[:, None] - drawn).pow(2).add(1e-6).sqrt().mean()
    near = (measured - drawn).pow(2).div(-2).exp().mean()
    spread = (drawn.detach()[:, None] - drawn).pow(2).mean()
    loss = apart - 0.5 * within - 0.1 * near - 0.01 * spread
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
