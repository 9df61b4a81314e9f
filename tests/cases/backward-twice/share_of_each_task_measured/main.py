import torch

from tasks import Shared, shares


def main():
    torch.manual_seed(0)
    net = Shared()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        losses = net.losses(torch.randn(16, 6), torch.randn(16), torch.randint(0, 3, (16,)))
        pull = shares(losses, net.body[0].weight)
        total = sum(losses.values())
        opt.zero_grad()
        total.backward()
        opt.step()
        print(step, total.item(), pull)


main()
