# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from activations import clipped_square


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 12), nn.Linear(12, 1)

    def forward(self, x):
        h = torch.tanh(self.a(x))
        return self.b(clipped_square(h)).squeeze(-1)


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(5):
        x = torch.randn(16, 4)
        loss = F.mse_loss(net(x), x.norm(dim=1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: activations.py
import torch


class ClippedSquare(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        x.clamp_(-0.5, 0.5)  #~ modified-in-place
        return x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x.abs() <= 0.5).float()
        grad = grad.clone()
        grad.mul_(2 * x * inside)  #! decoy
        return grad


def clipped_square(x):
    return ClippedSquare.apply(x)
