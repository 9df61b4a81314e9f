import torch
import torch.nn as nn
import torch.nn.functional as F

from codes import Discrete


def main():
    torch.manual_seed(0)
    net = Discrete()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x = torch.randn(24, 6)
        loss = F.mse_loss(net(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
