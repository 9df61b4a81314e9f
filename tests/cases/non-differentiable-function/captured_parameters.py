# file: main.py
import torch
import torch.nn as nn

from ops import FusedLinear


class Layer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in) / n_in ** 0.5)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x):
        return FusedLinear.apply(x, self)  #~ non-differentiable-function


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = Layer(5, 9), Layer(9, 1)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x))).squeeze(-1)


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(3):
        x = torch.randn(20, 5)
        y = x.norm(dim=1)
        loss = (net(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: ops.py
import torch


class FusedLinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, layer):
        ctx.save_for_backward(x)
        ctx.layer = layer
        return x @ layer.weight.t() + layer.bias  #~ non-differentiable-function

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        ctx.layer.weight.grad = grad.t() @ x
        ctx.layer.bias.grad = grad.sum(dim=0)
        return grad @ ctx.layer.weight, None
