# file: main.py
import torch

from monitor import Contrastive, gradient_norms, step_loss


def main():
    torch.manual_seed(0)
    net = Contrastive()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(3):
        x, y = torch.randn(16, 8), torch.randint(0, 3, (16,))
        loss = step_loss(net, x, y, pretrain=epoch < 1)
        opt.zero_grad()
        loss.backward()
        norms = gradient_norms(net)
        opt.step()
        print(epoch, loss.item(), max(norms, key=norms.get))


main()
# file: monitor.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Contrastive(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.project, self.classify = nn.Linear(16, 4), nn.Linear(16, 3)

    def forward(self, x, pretrain):
        h = self.body(x)
        z = F.normalize(self.project(h), dim=-1)
        logits = self.classify(h.detach() if pretrain else h)  #! decoy
        return z, logits


def gradient_norms(net):
    return {name: p.grad.norm().item() for name, p in net.named_parameters()}  #~ missing-gradient|never-connected


def step_loss(net, x, y, pretrain):
    z, logits = net(x, pretrain)
    if pretrain:
        return (z[0::2] - z[1::2]).pow(2).sum(1).mean()  #~ never-connected|missing-gradient
    return F.cross_entropy(logits, y)
