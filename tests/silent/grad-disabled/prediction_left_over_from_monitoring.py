# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from monitor import Monitor


def l2(net):
    return sum(p.pow(2).sum() for p in net.parameters())


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    monitor = Monitor(net)
    for step in range(8):
        x = torch.randn(32, 4)
        y = x.sum(1, keepdim=True)
        pred = monitor.predict(x)
        monitor.record(pred, y)
        loss = F.mse_loss(pred, y) + 1e-3 * l2(net)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(monitor.errors)


main()
# file: monitor.py
import torch


class Monitor:
    def __init__(self, net):
        self.net, self.errors = net, []

    @torch.no_grad()  #~ grad-disabled
    def predict(self, x):
        return self.net(x)

    def record(self, pred, y):
        with torch.no_grad():  #! decoy
            self.errors.append((pred - y).abs().mean().item())  #! decoy
