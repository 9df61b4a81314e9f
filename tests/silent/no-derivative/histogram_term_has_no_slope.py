# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from color import histogram_loss


class Enhance(nn.Module):
    def __init__(self):
        super().__init__()
        self.detail = nn.Conv2d(1, 4, 3, padding=1)
        self.out = nn.Conv2d(4, 1, 3, padding=1)
        self.curve = nn.Parameter(torch.zeros(3))

    def tone(self, y):
        a, b, c = self.curve
        return (y + a * y * (1 - y) + b * y.pow(2) * (1 - y) + c * y.pow(3) * (1 - y)).clamp(0, 1)

    def forward(self, x):
        return torch.sigmoid(self.out(F.relu(self.detail(x))))


def main():
    torch.manual_seed(0)
    net = Enhance()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x = torch.rand(2, 1, 8, 8)
        y = net(x)
        loss = F.l1_loss(y, x.sqrt()) + histogram_loss(net.tone(y), x.sqrt())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), net.curve.tolist())  #! decoy


main()
# file: color.py
import torch


def histogram_loss(pred, target, bins=16):
    want = torch.histc(target, bins, 0, 1) / target.numel()  #! decoy
    have = torch.histc(pred, bins, 0, 1) / pred.numel()  #~ no-derivative
    return (want.cumsum(0) - have.cumsum(0)).abs().mean()
