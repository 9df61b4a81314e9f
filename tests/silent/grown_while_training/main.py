import torch
import torch.nn as nn
import torch.nn.functional as F

from growing import Growing


def main():
    torch.manual_seed(0)
    net = Growing(6)
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = torch.sin(x.sum(1, keepdim=True))
    for epoch in range(9):
        if epoch and epoch % 3 == 0:
            net.grow()  #~ stale-optimizer|not-in-optimizer
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, len(net.blocks), loss.item())  #! decoy


if __name__ == "__main__":
    main()
