# file: main.py
import torch
import torch.nn.functional as F

from curved import CurvatureSGD
from trainer import Trainer


def rings(n):
    radius = torch.rand(n) * 2
    angle = torch.rand(n) * 6.28
    points = torch.stack([radius * angle.cos(), radius * angle.sin()], dim=1)
    return points, (radius > 1).long()


def main():
    torch.manual_seed(1)
    net = torch.nn.Sequential(torch.nn.Linear(2, 24), torch.nn.Softplus(), torch.nn.Linear(24, 2))
    trainer = Trainer(net, CurvatureSGD(net.parameters(), lr=0.05, every=2), F.cross_entropy)
    for epoch in range(3):
        print(epoch, trainer.fit_batch(*rings(64)))  #! decoy


if __name__ == "__main__":
    main()
# file: trainer.py
class Trainer:
    def __init__(self, net, optimizer, criterion):
        self.net, self.optimizer, self.criterion = net, optimizer, criterion

    def backpropagate(self, loss):
        self.optimizer.zero_grad()
        loss.backward()  #~ missing-create-graph

    def fit_batch(self, x, y):
        loss = self.criterion(self.net(x), y)
        self.backpropagate(loss)
        self.optimizer.step()  #! decoy
        return loss.item()
# file: curved.py
import torch


class CurvatureSGD(torch.optim.Optimizer):
    """Divides each update by the curvature along it."""

    def __init__(self, params, lr, every):
        super().__init__(params, {"lr": lr})
        self.every, self.count = every, 0

    def held(self):
        for group in self.param_groups:
            yield from (p for p in group["params"] if p.grad is not None)

    def measure(self):
        for p in self.held():
            probe = torch.empty_like(p).bernoulli_(0.5).mul_(2).sub_(1)
            (along,) = torch.autograd.grad(p.grad, p, probe, retain_graph=True)  #! decoy
            self.state[p]["curvature"] = (along * probe).abs_()

    def step(self, closure=None):
        if self.count % self.every == 0:
            self.measure()  #! decoy
        self.count += 1
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    p.sub_(p.grad / (1 + self.state[p]["curvature"]), alpha=group["lr"])
