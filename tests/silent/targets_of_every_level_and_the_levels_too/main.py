import torch

from pyramid import Pyramid


def main():
    torch.manual_seed(0)
    net = Pyramid()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for _ in range(6):
        x = torch.randn(16, 8)
        loss = net.loss(x, x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())  #! decoy


main()
