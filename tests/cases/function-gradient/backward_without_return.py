import torch
from torch import nn


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):  #~ function-gradient
        flipped = -ctx.scale * grad


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f, self.d = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        return self.d(Reverse.apply(torch.relu(self.f(x)), 0.5))


torch.manual_seed(0)
net = Net()
net(torch.randn(2, 3)).sum().backward()
