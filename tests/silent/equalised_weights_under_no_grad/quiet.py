import torch
import torch.nn as nn
import torch.nn.functional as F

from quiet_layers import StandardConv


def main():
    torch.manual_seed(0)
    net = nn.Sequential(StandardConv(1, 6), nn.ReLU(), StandardConv(6, 6), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(6, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.rand(24, 1, 8, 8)
    y = (x.mean((1, 2, 3)) > 0.5).long()
    for epoch in range(5):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            print(epoch, loss.item(), (net(x).argmax(1) == y).float().mean().item())


if __name__ == "__main__":
    main()
