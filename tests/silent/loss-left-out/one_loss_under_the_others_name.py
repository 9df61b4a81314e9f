# file: main.py
import torch

from detector import Detector


def main():
    torch.manual_seed(0)
    net = Detector()
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(5):
        x = torch.randn(16, 6)
        losses = net.losses(x, (x[:, 0] > 0).long(), (x[:, 1] > 0).long())
        loss = sum(losses.values())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, {k: round(v.item(), 3) for k, v in losses.items()})  #! decoy


main()
# file: detector.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Head(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, 2)

    def losses(self, h, y):
        return {"loss_cls": F.cross_entropy(self.fc(h), y)}


class Detector(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.body, self.first, self.second = nn.Linear(6, dim), Head(dim), Head(dim)

    def losses(self, x, a, b):
        h = torch.relu(self.body(x))
        losses = {}
        losses.update(self.first.losses(h, a))
        losses.update(self.second.losses(h, b))  #~ loss-left-out
        return losses
