# file: main.py
import torch

from views import TwoViews


def main():
    torch.manual_seed(0)
    net = TwoViews()
    opt = torch.optim.SGD(net.parameters(), lr=1e-2)
    for step in range(6):
        points = torch.randn(20, 3)
        front, back = net(points)
        aim_front, aim_back = points[:, :2], net.aim(points)
        loss = ((front - aim_front) ** 2).mean() + ((front - aim_front) ** 2).mean()  #~ loss-left-out
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), (back - aim_back).abs().max().item())  #! decoy


main()
# file: quiet.py
import torch

from views import TwoViews


def main():
    torch.manual_seed(0)
    net = TwoViews()
    opt = torch.optim.SGD(net.parameters(), lr=1e-2)
    for step in range(6):
        points = torch.randn(20, 3)
        front, back = net(points)
        aim_front, aim_back = points[:, :2], net.aim(points)
        loss = ((front - aim_front) ** 2).mean() + ((back - aim_back) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), (back - aim_back).abs().max().item())


main()
# file: views.py
import torch
import torch.nn as nn


class TwoViews(nn.Module):
    def __init__(self):
        super().__init__()
        self.front, self.back = nn.Linear(3, 2), nn.Linear(3, 2)

    def forward(self, points):
        return self.front(points), self.back(points)

    @torch.no_grad()  #! decoy
    def aim(self, points):
        return -0.5 * self.back(points) - points[:, :2]
