import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    return nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 1))


def main():
    torch.manual_seed(0)
    model = build()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-2)  #! decoy
    x = torch.randn(40, 5)
    y = x.prod(1, keepdim=True)
    best, kept = float("inf"), None
    for step in range(14):
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < best:  #! decoy
            best, kept = loss.item(), copy.deepcopy(model)
        if step == 9:
            model = copy.deepcopy(kept)  #~ stale-optimizer
    print(best)


main()
