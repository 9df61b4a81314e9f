# file: main.py
import torch
import torch.nn as nn

from yolo.loss import YoloLoss
from yolo.net import YoloHead


def main():
    torch.manual_seed(0)
    net, criterion = YoloHead(), YoloLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-3, momentum=0.9)
    meters = {}
    for step in range(3):
        x, target = torch.randn(4, 6), torch.rand(4, 5)
        losses = criterion(net(x), target)
        for name, value in losses.items():
            meters.setdefault(name, []).append(float(value))
        loss = sum(losses.values())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print({name: sum(values) / len(values) for name, values in meters.items()})


if __name__ == "__main__":
    main()
# file: yolo/__init__.py
# file: yolo/loss.py
import torch.nn.functional as F


def to_python(values):
    """For the progress bar."""
    return {name: round(v.item(), 4) for name, v in values.items()}  #~ left-torch


class YoloLoss:
    def __init__(self, box=5.0, obj=1.0):
        self.box, self.obj = box, obj
        self.shown = None

    def __call__(self, out, target):
        losses = {
            "box": self.box * F.mse_loss(out[:, :4], target[:, :4]),
            "obj": self.obj * F.binary_cross_entropy_with_logits(out[:, 4], (target[:, 4] > 0.5).float()),  #! decoy
        }
        self.shown = losses = to_python(losses)
        return losses
# file: yolo/net.py
import torch.nn as nn


class YoloHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(6, 10), nn.LeakyReLU(0.1))
        self.out = nn.Linear(10, 5)

    def forward(self, x):
        return self.out(self.stem(x))
