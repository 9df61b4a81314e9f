# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from report import draw


def objective(net, x):
    return F.mse_loss(net(x), x.prod(1, keepdim=True))  #! decoy


def train(net, steps=40):
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    curve = []
    for step in range(steps):
        loss = objective(net, torch.randn(16, 3))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append(loss)  #~ growing-graph
    return curve


if __name__ == "__main__":
    torch.manual_seed(0)
    draw(train(nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))))
# file: quiet.py
from collections import deque

import torch
import torch.nn as nn
import torch.nn.functional as F

from report import draw


def main(steps=40):
    """Kept without their history, or a few at a time."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    curve, latest, best = [], deque(maxlen=5), None
    for step in range(steps):
        x = torch.randn(16, 3)
        loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append(loss.detach())
        latest.append(loss)
        best = loss if best is None or loss < best else best
    draw(curve)


if __name__ == "__main__":
    main()
# file: report.py
def draw(curve):
    for value in curve[::10]:
        print("#" * min(60, 1 + int(10 * value.item())))
