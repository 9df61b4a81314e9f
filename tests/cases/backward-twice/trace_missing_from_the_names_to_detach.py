# file: main.py
import torch
import torch.nn.functional as F

from layers import Fast, cut


def main():
    torch.manual_seed(0)
    layer = Fast(6)
    optimizer = torch.optim.Adam(layer.parameters(), lr=1e-2)
    for window in torch.randn(5, 4, 8, 6):
        cut(layer)
        outputs = torch.stack([layer(x) for x in window.unbind(0)])
        loss = F.mse_loss(outputs, window.cumsum(0))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(loss.item())


main()
# file: layers.py
import torch
import torch.nn as nn

CARRIED = ("hidden",)  #~ backward-twice


def cut(layer):
    for name in CARRIED:
        value = getattr(layer, name, None)
        if value is not None:
            setattr(layer, name, value.detach())  #! decoy


class Fast(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.cell, self.out = nn.GRUCell(d, d), nn.Linear(d, d)
        self.hidden = None
        self.trace = None

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)
        key = torch.tanh(self.hidden)
        fast = torch.zeros_like(key) if self.trace is None else self.trace
        self.trace = 0.9 * fast + key  #! decoy
        return self.out(key + fast)
