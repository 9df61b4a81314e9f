# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from sgdm import Momentum


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = Momentum(net.parameters(), lr=0.05)
    for step in range(steps):
        x = torch.randn(32, 5)
        loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: sgdm.py
import torch


class Momentum:
    def __init__(self, params, lr, beta=0.9):
        self.params = list(params)
        self.weights = [p.detach().clone() for p in self.params]  #~ dropped-update
        self.speed = [torch.zeros_like(p) for p in self.params]
        self.lr, self.beta = lr, beta

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()  #! decoy
    def step(self):
        for w, p, v in zip(self.weights, self.params, self.speed):
            v.mul_(self.beta).add_(p.grad)
            w.sub_(self.lr * v)  #~ dropped-update
