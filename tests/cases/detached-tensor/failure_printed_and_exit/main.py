import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

from model import Pair


def train(net):
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for _ in range(3):
        x = torch.randn(8, 5)
        loss = F.mse_loss(net.distance(x, x.flip(0)), torch.ones(8))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    try:
        print(train(Pair()))
    except RuntimeError as error:
        print("training failed:", str(error)[:60], file=sys.stderr)
        sys.exit(1)


main()
