# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 12), nn.Tanh(), nn.Linear(12, 1))
    x = torch.randn(32, 4)
    y = x.sum(1, keepdim=True)
    opt = torch.optim.SGD(net.parameters(), lr=2.0)
    best = F.mse_loss(net(x), y).item()
    for step in range(14):
        before = copy.deepcopy(net.state_dict())
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            now = F.mse_loss(net(x), y).item()
        if now > best:
            net.load_state_dict(before)
            for g in opt.param_groups:
                g["lr"] *= 0.5
        else:
            best = now
    print(best, opt.param_groups[0]["lr"])


main()
