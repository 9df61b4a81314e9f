import torch
import torch.nn.functional as F

from awd import AWD


def main():
    torch.manual_seed(0)
    net = AWD()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(5):
        ids = torch.randint(0, 12, (6, 4))
        loss = F.cross_entropy(net(ids[:-1]).flatten(0, 1), ids[1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
