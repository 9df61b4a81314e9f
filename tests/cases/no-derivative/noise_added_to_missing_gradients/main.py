import torch
import torch.nn.functional as F

from private import add_noise
from nets import TwoHeads


def main():
    torch.manual_seed(0)
    net = TwoHeads()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(4):
        x = torch.randn(16, 5)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        add_noise(net, 0.01)
        opt.step()
        print(step, loss.item())


main()
