# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

from tower import Tower, attach_scale

torch.manual_seed(0)
model = nn.Sequential(attach_scale(Tower(4, 6), 6), nn.Softplus())  #~ frozen-parameter
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for turn in range(3):
    inputs = torch.randn(9, 4)
    loss = F.mse_loss(model(inputs), inputs.abs().sum(1, keepdim=True).expand(-1, 6))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(turn, loss.item())
# file: tower.py
import torch
from torch import nn


class Tower(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.stem = nn.Linear(width, 10)
        self.top = nn.Linear(10, out)

    def forward(self, x):
        return self.top(self.stem(x).relu())


class Scale(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x * self.gain


def attach_scale(tower, width, learn_gain=False):
    for weight in tower.parameters():
        weight.requires_grad = False  #! decoy
    scale = Scale(width)
    scale.gain.requires_grad = learn_gain  #! decoy
    return nn.Sequential(tower, scale)
