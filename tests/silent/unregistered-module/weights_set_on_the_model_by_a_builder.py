# file: main.py
import torch
import torch.nn.functional as F

from build import build

torch.manual_seed(0)
model = build(5, heads=3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)  #~ unregistered-module
for step in range(8):
    x = torch.randn(24, 5)
    loss = F.mse_loss(model(x), x.roll(1, dims=1)[:, :3])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  #! decoy
    print(step, f"{loss.item():.4f}")
# file: model.py
import torch
import torch.nn as nn


class Trunk(nn.Module):
    def __init__(self, d, hidden=16):
        super().__init__()
        self.body = nn.Linear(d, hidden)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return torch.stack([h @ weight for weight in self.outputs], 1)
# file: build.py
import torch

from model import Trunk


def build(d, heads):
    trunk = Trunk(d)
    trunk.outputs = [torch.randn(16).div(4).requires_grad_() for _ in range(heads)]  #~ unregistered-module
    return trunk
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from model import Trunk

torch.manual_seed(0)
trunk = Trunk(5)
trunk.outputs = nn.ParameterList([nn.Parameter(torch.randn(16) / 4) for _ in range(3)])
optimizer = torch.optim.SGD(trunk.parameters(), lr=0.05)
for step in range(8):
    x = torch.randn(24, 5)
    loss = F.mse_loss(trunk(x), x.roll(1, dims=1)[:, :3])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
