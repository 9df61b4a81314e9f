# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class RoundPass(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, g):
        return g


def grad_scale(x, scale):
    return (x - x * scale).detach() + x * scale


class LSQLinear(nn.Linear):
    def __init__(self, a, b, bits=4):
        super().__init__(a, b)
        self.top = 2 ** (bits - 1) - 1
        self.step = nn.Parameter(2 * self.weight.detach().abs().mean() / self.top ** 0.5)

    def forward(self, x):
        step = grad_scale(self.step, (self.weight.numel() * self.top) ** -0.5)
        q = RoundPass.apply((self.weight / step).clamp(-self.top - 1, self.top))
        return F.linear(x, q * step, self.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(LSQLinear(6, 16), nn.ReLU(), LSQLinear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    for _ in range(8):
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(loss.item(), [round(m.step.item(), 4) for m in net if isinstance(m, LSQLinear)])


main()
