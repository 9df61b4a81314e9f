import torch
import torch.nn as nn
import torch.nn.functional as F

from act import Leaky


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv1d(2, 6, 3), Leaky(6), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(6, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(8, 2, 12), torch.randint(0, 3, (8,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
