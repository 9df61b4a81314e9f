# file: memory.py
import functools

from torch.utils.checkpoint import checkpoint

SAVING = {
    "off": lambda part, *inputs: part(*inputs),
    "on": functools.partial(checkpoint, use_reentrant=True),  #~ reentrant-checkpoint
}
# file: main.py
import torch
from memory import SAVING
from torch import nn


class Net(nn.Module):
    def __init__(self, saving="on"):
        super().__init__()
        self.first = nn.Linear(6, 8).requires_grad_(False)
        self.rest = nn.Sequential(nn.Tanh(), nn.Linear(8, 2))
        self.run = SAVING[saving]

    def forward(self, x):
        return self.run(self.rest, self.first(x))


torch.manual_seed(0)
net = Net()
x = torch.randn(4, 6)
loss = nn.functional.cross_entropy(net(x), (x[:, 0] > 0).long())
loss.backward()  #! decoy
