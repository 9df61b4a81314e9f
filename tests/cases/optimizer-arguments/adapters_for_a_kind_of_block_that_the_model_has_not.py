# file: main.py
import torch
from torch import nn

from adapters import Adapter, add_adapters
from encoder import encoder

torch.manual_seed(0)
model = encoder("convolutional")
model.requires_grad_(False)  #! decoy
add_adapters(model)
learned = [p for module in model.modules() if isinstance(module, Adapter) for p in module.parameters()]  #! decoy
optimizer = torch.optim.AdamW(learned, lr=1e-3)  #! decoy
for step in range(4):
    loss = model(torch.randn(6, 4, 10)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# file: adapters.py
import torch
from torch import nn

from encoder import Dense


class Adapter(nn.Module):
    """A small correction behind a layer."""

    def __init__(self, layer, rank=2):
        super().__init__()
        self.layer = layer
        self.scale = nn.Parameter(torch.ones(rank))

    def forward(self, x):
        return self.layer(x) * self.scale.mean()


def add_adapters(model):
    for module in list(model.modules()):
        if isinstance(module, Dense):  #~ optimizer-arguments
            module.inner = Adapter(module.inner)
# file: encoder.py
from torch import nn


class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(10, 10)

    def forward(self, x):
        return self.inner(x).relu()


class Convolution(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Conv1d(4, 4, 3, padding=1)

    def forward(self, x):
        return self.inner(x).relu()


def encoder(kind):
    block = {"dense": Dense, "convolutional": Convolution}[kind]
    return nn.Sequential(block(), block())
