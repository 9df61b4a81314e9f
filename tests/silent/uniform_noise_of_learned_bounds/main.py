import torch
import torch.nn.functional as F

from augment import LearnedJitter
from model import Net


def main():
    torch.manual_seed(0)
    net, jitter = Net(), LearnedJitter(5)
    opt = torch.optim.Adam([*net.parameters(), *jitter.parameters()], lr=1e-2)
    for step in range(6):
        x = torch.randn(32, 5)
        y = (x[:, 0] > 0).long()
        loss = F.cross_entropy(net(jitter(x)), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), jitter.width().mean().item())  #! decoy


main()
