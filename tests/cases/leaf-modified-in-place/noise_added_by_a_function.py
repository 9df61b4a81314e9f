# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from dirty import jitter


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    with torch.no_grad():
        net[0].bias.add_(0.1)  #! decoy
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(3):
        jitter(net, 0.01)
        x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: dirty.py
import torch


class AddNoise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, sigma):
        x.add_(sigma * torch.randn_like(x))
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad, None


def jitter(module, sigma):
    for p in module.parameters():
        AddNoise.apply(p, sigma)  #~ leaf-modified-in-place|function-definition
