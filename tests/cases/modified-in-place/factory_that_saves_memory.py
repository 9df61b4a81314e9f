# file: layers.py
from torch import nn

KINDS = {"relu": nn.ReLU, "elu": nn.ELU, "tanh": nn.Tanh}


def activation(kind, frugal=True, **options):
    if kind != "tanh":
        options["inplace"] = frugal  #~ modified-in-place
    return KINDS[kind](**options)
# file: main.py
import torch
from layers import activation
from torch import nn


class Mixer(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.up, self.gate = nn.Linear(5, 8), nn.Linear(8, 8)
        self.act = activation(kind)

    def forward(self, x):
        h = self.up(x)
        weight = self.gate(h).sigmoid()  #! decoy
        return (weight * self.act(h)).sum(1)


for kind in ("tanh", "elu"):
    torch.manual_seed(0)
    model = Mixer(kind)
    loss = model(torch.randn(6, 5)).pow(2).mean()
    loss.backward()  #! decoy
    print(kind, loss.item())
