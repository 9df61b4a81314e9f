# file: main.py
import torch
from torch import nn

from sensitivity import sensitivity


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    seen = []
    for _ in range(steps):
        x = torch.randn(16, 4)
        loss = (net(x) - x[:, :1]).square().mean()
        opt.zero_grad()
        loss.backward()
        seen.append(sensitivity(net, x))
        opt.step()
    print(f"{loss.item():.4f}", torch.stack(seen).mean(0).argmax().item())


main()
# file: sensitivity.py
import torch


def sensitivity(net, x):
    x = x.clone().requires_grad_()
    net.zero_grad()  #~ gradient-cleared
    (slope,) = torch.autograd.grad(net(x).sum(), x)  #! decoy
    return slope.abs().mean(0)
# file: quiet.py
import torch
from torch import nn

from quiet_sensitivity import sensitivity


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    seen = []
    for _ in range(steps):
        x = torch.randn(16, 4)
        seen.append(sensitivity(net, x))
        loss = (net(x) - x[:, :1]).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.4f}", torch.stack(seen).mean(0).argmax().item())


main()
# file: quiet_sensitivity.py
import torch


def sensitivity(net, x):
    x = x.clone().requires_grad_()
    net.zero_grad()
    (slope,) = torch.autograd.grad(net(x).sum(), x)
    return slope.abs().mean(0)
