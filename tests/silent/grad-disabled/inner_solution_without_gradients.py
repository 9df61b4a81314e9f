# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from bilevel import RidgeInner


def main():
    torch.manual_seed(0)
    w = torch.randn(12)
    x, xv = torch.randn(20, 12), torch.randn(40, 12)
    y, yv = x @ w + torch.randn(20), xv @ w
    log_decay = nn.Parameter(torch.full((12,), -3.0))
    opt = torch.optim.Adam([log_decay], lr=0.1)
    inner = RidgeInner(steps=15, lr=0.05)
    for step in range(5):
        theta = inner.fit(x, y, log_decay.exp())
        loss = F.mse_loss(xv @ theta, yv)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), log_decay.exp().mean().item())


main()
# file: bilevel.py
import torch


class RidgeInner:
    def __init__(self, steps, lr):
        self.steps, self.lr = steps, lr

    def fit(self, x, y, decay):
        theta = torch.zeros(x.shape[1], requires_grad=True)
        for _ in range(self.steps):
            loss = (x @ theta - y).pow(2).mean()
            (g,) = torch.autograd.grad(loss, theta)
            with torch.no_grad():  #~ grad-disabled
                theta = theta - self.lr * (g + decay * theta)
            theta.requires_grad_()
        return theta
