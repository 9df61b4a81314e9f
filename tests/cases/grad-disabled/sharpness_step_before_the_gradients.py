# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from sam import SAM


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 2))
    sam = SAM(net, torch.optim.SGD(net.parameters(), lr=0.1))
    for step in range(3):
        x = torch.randn(16, 4)
        y = (x.sum(1) > 0).long()
        print(step, sam.step(lambda: F.cross_entropy(net(x), y)))


main()
# file: sam.py
import torch


class SAM:
    def __init__(self, net, opt, rho=0.05):
        self.net, self.opt, self.rho = net, opt, rho

    @torch.no_grad()  #~ grad-disabled
    def step(self, closure):
        loss = closure()
        loss.backward()
        norm = torch.stack([p.grad.norm() for p in self.net.parameters()]).norm()
        moves = [p.grad * self.rho / (norm + 1e-12) for p in self.net.parameters()]
        for p, m in zip(self.net.parameters(), moves):
            p.add_(m)
        self.opt.zero_grad()
        with torch.enable_grad():
            closure().backward()
        for p, m in zip(self.net.parameters(), moves):
            p.sub_(m)
        self.opt.step()
        return loss.item()
