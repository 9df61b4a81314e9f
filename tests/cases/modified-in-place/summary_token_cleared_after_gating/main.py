import torch
import torch.nn.functional as F

from gated import Encoder


def main():
    torch.manual_seed(0)
    net = Encoder()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        ids = torch.randint(0, 15, (6, 5))
        loss = F.cross_entropy(net(ids), ids[:, 0] % 3)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
