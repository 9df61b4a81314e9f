import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def evaluate(net, x, y):
    with torch.no_grad():  #! decoy
        return F.mse_loss(net(x), y).item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.Adam(net.parameters(), lr=0.1)
    xv = torch.randn(32, 4)
    yv = xv.sum(1, keepdim=True)
    best, score = copy.deepcopy(net), float("inf")
    for epoch in range(10):
        for _ in range(2):
            x = torch.randn(16, 4)
            loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
            opt.zero_grad()
            loss.backward()
            opt.step()
        now = evaluate(net, xv, yv)
        if now < score:
            best, score = copy.deepcopy(net), now
        else:
            net = copy.deepcopy(best)  #~ stale-optimizer|copied-tensor|not-in-optimizer
        print(epoch, now, score)


main()
