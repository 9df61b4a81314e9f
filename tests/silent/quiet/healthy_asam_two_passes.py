# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ASAM:
    def __init__(self, opt, net, rho=0.5, eta=0.01):
        self.opt, self.net, self.rho, self.eta = opt, net, rho, eta
        self.moved = {}

    @torch.no_grad()
    def ascend(self):
        scaled = [((p.abs() + self.eta) * p.grad).norm() for p in self.net.parameters()]
        norm = torch.stack(scaled).norm() + 1e-12
        for p in self.net.parameters():
            step = (p.abs() + self.eta).pow(2) * p.grad * self.rho / norm
            p.add_(step)
            self.moved[p] = step
        self.opt.zero_grad()

    @torch.no_grad()
    def descend(self):
        for p, step in self.moved.items():
            p.sub_(step)
        self.opt.step()
        self.opt.zero_grad()


def main(steps=8):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 3))
    sam = ASAM(torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9), net)
    for step in range(steps):
        x = torch.randn(32, 6)
        y = x[:, :3].argmax(1)
        F.cross_entropy(net(x), y, label_smoothing=0.1).backward()
        sam.ascend()
        loss = F.cross_entropy(net(x), y, label_smoothing=0.1)
        loss.backward()
        sam.descend()
    print(loss.item())


main()
