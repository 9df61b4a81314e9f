import torch
import torch.nn.functional as F

from encoder import Encoder


def main():
    torch.manual_seed(0)
    net = Encoder()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x, y = torch.randn(1, 6, 1), torch.randint(0, 3, (1,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
