import torch
import torch.nn.functional as F

from encoder import Encoder


def batch(n, gen):
    lengths = torch.randint(3, 8, (n,), generator=gen)
    ids = torch.randint(1, 10, (n, 8), generator=gen)
    keep = torch.arange(8)[None] < lengths[:, None]
    return ids * keep, keep, (ids[:, 0] > 5).long()


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    net = Encoder()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        ids, keep, y = batch(16, gen)
        loss = F.cross_entropy(net(ids, keep), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
