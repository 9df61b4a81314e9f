# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from trainer import Trainer


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    trainer = Trainer(net, lr=1e-2, max_norm=0.0)  #~ clipping-order|zero-gradient|multiplied-by-zero
    for epoch in range(6):
        x = torch.randn(32, 4)
        print(epoch, trainer.step(x, x.sum(1, keepdim=True)))
    print(trainer.evaluate(x, x.sum(1, keepdim=True)))


main()
# file: trainer.py
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, net, lr, max_norm=None):
        self.net, self.max_norm = net, max_norm
        self.opt = torch.optim.SGD(net.parameters(), lr=lr)

    def step(self, x, y):
        loss = F.mse_loss(self.net(x), y)
        self.opt.zero_grad()
        loss.backward()
        if self.max_norm is not None:
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.max_norm)  #~ gradient-cleared|clipping-order|zero-gradient|multiplied-by-zero
        self.opt.step()
        return loss.item()  #! decoy

    @torch.no_grad()  #! decoy
    def evaluate(self, x, y):
        return F.mse_loss(self.net(x), y).item()
