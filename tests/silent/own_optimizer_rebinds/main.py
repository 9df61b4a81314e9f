import torch
import torch.nn as nn
import torch.nn.functional as F

from lion import Lion


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    opt = Lion(net.parameters(), lr=1e-3)
    for step in range(8):
        x = torch.randn(32, 5)
        loss = F.cross_entropy(net(x), (x.sum(1) > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
