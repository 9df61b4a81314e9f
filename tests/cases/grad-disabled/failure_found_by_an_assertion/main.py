import torch
import torch.nn as nn
import torch.nn.functional as F

from net import Gate


def check(net):
    for name, p in net.named_parameters():
        assert p.grad is not None, f"{name} got no gradient"


def main():
    torch.manual_seed(0)
    net = Gate()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(8, 5), torch.randint(0, 2, (8,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        check(net)
        opt.step()


main()
