# file: main.py
import torch
import torch.nn as nn

from data import loader
from loss import MaskedLoss


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(2, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 4, 1))
    criterion = MaskedLoss(4)
    opt = torch.optim.RMSprop(net.parameters(), lr=1e-3)
    for step, batch in enumerate(loader(8)):
        loss = criterion(net(batch.image), batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn

from data import Batch, loader
from loss import MaskedLoss

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(2, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 4, 1))
criterion = MaskedLoss(4)
opt = torch.optim.RMSprop(net.parameters(), lr=1e-3)
for step, batch in enumerate(loader(8)):
    batch = Batch(batch.image, batch.label, batch.label < 3)
    loss = criterion(net(batch.image), batch)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: data.py
from dataclasses import dataclass

import torch


@dataclass
class Batch:
    image: torch.Tensor
    label: torch.Tensor
    valid: torch.Tensor


def valid_of(label, classes):
    return label >= classes  #~ multiplied-by-zero


def loader(number, classes=4):
    for _ in range(number):
        label = torch.randint(0, classes, (6, 8, 8))
        yield Batch(torch.randn(6, 2, 8, 8), label, valid_of(label, classes))
# file: loss.py
import torch.nn.functional as F


class MaskedLoss:
    def __init__(self, classes):
        self.classes = classes

    def __call__(self, logits, batch):
        each = F.cross_entropy(logits, batch.label, reduction="none")
        return self.reduce(each, batch.valid.float())

    @staticmethod
    def reduce(each, weight):
        return (each * weight).sum() / weight.sum().clamp(min=1)  #! decoy
