# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def grad_scale(x, k):
    return (x - x * k).detach() + x * k


def round_pass(x):
    return (x.round() - x).detach() + x


class LSQ(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.low, self.high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
        self.step = nn.Parameter(torch.tensor(1.0))
        self.started = False

    def forward(self, w):
        if not self.started:
            self.step.data.copy_(2 * w.detach().abs().mean() / self.high**0.5)
            self.started = True
        s = grad_scale(self.step, (w.numel() * self.high) ** -0.5)
        return round_pass((w / s).clamp(self.low, self.high)) * s


class QLinear(nn.Linear):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.q = LSQ()

    def forward(self, x):
        return F.linear(x, self.q(self.weight), self.bias)


def main(steps=10):
    torch.manual_seed(0)
    net = nn.Sequential(QLinear(6, 24), nn.ReLU(), QLinear(24, 3))
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        x = torch.randn(32, 6)
        loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), net[0].q.step.item())


main()
