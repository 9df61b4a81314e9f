# file: main.py
from functools import partial

import torch
import torch.nn.functional as F

from blocks import Stack
from factory import make_adapter


def main():
    torch.manual_seed(0)
    model = Stack(8, adapter=partial(make_adapter, width=8))
    x = torch.randn(40, 11)
    y = x.mean(1, keepdim=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(8):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from blocks import Stack
from factory import make_adapter

torch.manual_seed(0)
adapter = make_adapter(11, 8)
model = Stack(8, adapter=lambda size: adapter)
x = torch.randn(40, 11)
y = x.mean(1, keepdim=True)
optimizer = torch.optim.Adam([*model.parameters(), *adapter.parameters()], lr=1e-2)
for _ in range(8):
    loss = F.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: factory.py
import torch.nn as nn


def make_adapter(size, width):
    """A layer from any size to the one that is needed."""
    return nn.Sequential(nn.Linear(size, width), nn.ReLU())  #! decoy
# file: blocks.py
import torch
import torch.nn as nn


class Base(nn.Module):
    def __init__(self, width, adapter):
        super().__init__()
        self.body, self.head = nn.Linear(width, width), nn.Linear(width, 1)
        self.adapter = adapter

    def adapted(self, x):
        return self.adapter(x.shape[-1])(x)  #~ made-in-forward


class Stack(Base):
    def forward(self, x):
        return self.head(torch.relu(self.body(self.adapted(x))))
