import torch
import torch.nn.functional as F

from router import Sparse


def main():
    torch.manual_seed(0)
    net = Sparse()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        x = torch.randn(24, 6)
        loss = F.mse_loss(net(x), x.abs())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
