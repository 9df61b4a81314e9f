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
