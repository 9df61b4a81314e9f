import torch
import torch.nn as nn
import torch.nn.functional as F

from pact import ClippedReLU


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), ClippedReLU(1.0), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, weight_decay=0.0)
    x = torch.randn(40, 6) * 3
    y = x[:, :3].argmax(1)  #! decoy
    for epoch in range(6):
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), net[1].alpha.item())  #! decoy


if __name__ == "__main__":
    main()
