import torch
import torch.nn.functional as F

from experts import Router


def main():
    torch.manual_seed(0)
    net = Router(5, experts=4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(30, 5)
    y = x[:, :1].abs()
    for _ in range(6):
        loss = F.mse_loss(net(x), y) + 1e-2 * net.apart()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
