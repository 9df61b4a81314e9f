# file: main.py
import torch
import torch.nn as nn

from rotary import rotate


class Attention(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.log_base = nn.Parameter(torch.tensor(2.0))
        self.query, self.key = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        q, k = rotate(self.query(x), self.log_base), rotate(self.key(x), self.log_base)
        return (q @ k.transpose(1, 2)).softmax(-1) @ x


def main():
    torch.manual_seed(0)
    model = Attention()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        x = torch.randn(4, 7, 6)
        loss = (model(x) - x.roll(1, 1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


main()
# file: rotary.py
import torch

_ANGLES = {}


def angles(length, dim, log_base):
    table = _ANGLES.get((length, dim))
    if table is None:
        rates = torch.exp(-log_base * torch.arange(dim) / dim)
        table = torch.cos(torch.arange(length)[:, None] * rates)  #! decoy
        _ANGLES[length, dim] = table  #~ backward-twice
    return table


def rotate(x, log_base):
    turned = angles(x.size(1), x.size(2), log_base)
    return turn(x, turned)


def turn(x, by):
    return x * by
