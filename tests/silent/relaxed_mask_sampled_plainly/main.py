import torch
import torch.nn.functional as F

from select_features import Selector


def main():
    torch.manual_seed(0)
    net = Selector(8)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x = torch.randn(32, 8)
        y = (x[:, 0] + x[:, 1] > 0).float()
        loss = F.binary_cross_entropy_with_logits(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), net.logits.sigmoid().tolist()[:2])  #! decoy


main()
