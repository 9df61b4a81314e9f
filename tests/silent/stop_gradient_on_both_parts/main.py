import torch
import torch.nn.functional as F

from vq import Quantiser, Auto


def main():
    torch.manual_seed(0)
    net = Auto()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        x = torch.randn(24, 8)
        rec, vq = net(x)
        loss = F.mse_loss(rec, x) + vq
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
