# file: main.py
import torch
import torch.nn as nn

from stages import Stage, run_stage


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Linear(6, 10)
        self.classifier = nn.Linear(10, 3)

    def forward(self, x):
        return self.classifier(torch.relu(self.features(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    x, y = torch.randn(30, 6), torch.randint(0, 3, (30,))
    stages = [
        Stage("warm up", ["features", "classifier"], lr=0.1, epochs=2),
        Stage("head", ["classifier"], lr=0.05, epochs=2),
        Stage("polish", ["features"], lr=0.01, epochs=2),
    ]
    for stage in stages:
        loss = run_stage(net, stage, x, y)
        print(stage.name, loss)


if __name__ == "__main__":
    main()
# file: stages.py
from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class Stage:
    name: str
    parts: list
    lr: float
    epochs: int


def freeze_others(net, parts):
    for name, module in net.named_children():
        if name not in parts:
            for p in module.parameters():
                p.requires_grad = False  #~ frozen-parameter


def run_stage(net, stage, x, y):
    freeze_others(net, stage.parts)
    chosen = [p for part in stage.parts for p in getattr(net, part).parameters()]
    optimizer = torch.optim.SGD(chosen, lr=stage.lr)
    for _ in range(stage.epochs):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():  #! decoy
        return F.cross_entropy(net(x), y).item()
