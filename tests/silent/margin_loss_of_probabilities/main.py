import torch
import torch.nn as nn
import torch.nn.functional as F

from tags import Tagger


def main():
    torch.manual_seed(0)
    net = Tagger()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(6):
        x = torch.randn(24, 6)
        y = (x[:, :4] > 0.5).float()
        loss = F.multilabel_soft_margin_loss(net(x), y)  #~ double-activation
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), (net(x) > 0.5).float().mean().item())  #! decoy


main()
