# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from ramp import Ramp


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 3))
    opt, ramp = torch.optim.Adam(net.parameters(), lr=1e-2), Ramp(steps)
    for step in range(steps):
        x, unlabelled = torch.randn(16, 6), torch.randn(16, 6)
        supervised = F.cross_entropy(net(x), x[:, :3].argmax(1))
        loss = supervised + ramp(step, net(unlabelled), net(unlabelled))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{supervised.item():.4f} {ramp.latest:.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main(steps=8):
    """A hard loss whose value is told with the gradient of a soft one, and a weight taken from another term."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        logits = net(x)
        soft = F.cross_entropy(logits, y)
        wrong = (logits.argmax(1) != y).float().mean()
        penalty = logits.pow(2).mean()
        loss = soft + (wrong - soft).detach() + 0.1 * penalty * soft.detach()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: ramp.py
import math

import torch.nn.functional as F


class Ramp:
    def __init__(self, length):
        self.length, self.latest = length, 0.0

    def __call__(self, step, one, two):
        agree = F.mse_loss(one.softmax(1), two.softmax(1)).detach()  #~ detached-tensor
        self.latest = agree.item()  #! decoy
        return math.exp(-5 * (1 - step / self.length) ** 2) * agree
