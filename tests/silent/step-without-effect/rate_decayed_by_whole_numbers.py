# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

BASE = 0.1


def set_rate(opt, epoch, epochs):
    for group in opt.param_groups:
        group["lr"] = BASE * ((epochs - epoch) // (epochs + 1))  #~ step-without-effect


def main(epochs=5):
    torch.manual_seed(0)
    conv = nn.Sequential(nn.Conv1d(2, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(24, 2))
    opt = torch.optim.SGD(conv.parameters(), lr=BASE, momentum=0.9)
    for epoch in range(epochs):
        set_rate(opt, epoch, epochs)
        for _ in range(3):
            x = torch.randn(16, 2, 8)
            loss = F.cross_entropy(conv(x), (x[:, 0].mean(1) > 0).long())
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item())  #! decoy


main()
# file: quiet.py
"""A rate that is 0 in the first epoch, and in the last one again."""

import torch
import torch.nn as nn
import torch.nn.functional as F

BASE = 0.1


def set_rate(opt, epoch, epochs):
    for group in opt.param_groups:
        group["lr"] = BASE * min(epoch, epochs - epoch) / epochs


def main(epochs=5):
    torch.manual_seed(0)
    conv = nn.Sequential(nn.Conv1d(2, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(24, 2))
    opt = torch.optim.SGD(conv.parameters(), lr=BASE, momentum=0.9)
    for epoch in range(epochs + 1):
        set_rate(opt, epoch, epochs)
        for _ in range(9):
            x = torch.randn(16, 2, 8)
            loss = F.cross_entropy(conv(x), (x[:, 0].mean(1) > 0).long())
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, loss.item())


main()
