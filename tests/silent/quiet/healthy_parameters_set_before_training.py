# file: quiet.py
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Siren(nn.Module):
    def __init__(self, w0=10.0):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 24), nn.Linear(24, 24), nn.Linear(24, 1)])
        self.w0 = w0
        for i, l in enumerate(self.layers):
            bound = 1 / l.in_features if i == 0 else math.sqrt(6 / l.in_features) / w0
            l.weight.data.uniform_(-bound, bound)
            l.bias.data = torch.zeros_like(l.bias)
        self.layers[-1].weight.data[:, :4].mul_(0.5)

    def forward(self, x):
        for l in self.layers[:-1]:
            x = torch.sin(self.w0 * l(x))
        return self.layers[-1](x)


def main():
    torch.manual_seed(0)
    net = Siren()
    with torch.no_grad():
        scale = net(torch.rand(64, 2)).std()
        net.layers[-1].weight /= scale + 1e-3
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(8):
        x = torch.rand(64, 2) * 2 - 1
        loss = F.mse_loss(net(x), (x * 5).sin().sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        for l in net.layers:
            l.weight.data.clamp_(-2, 2)
    print(loss.item())


main()
