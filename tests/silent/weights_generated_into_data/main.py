import torch
import torch.nn as nn
import torch.nn.functional as F

from dynamic import Conditioned


def main():
    torch.manual_seed(0)
    net = Conditioned(conditions=3)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(30, 4)
    for step in range(9):
        condition = step % 3
        target = x[:, condition : condition + 1] ** 2
        loss = F.mse_loss(net(x, condition), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


main()
