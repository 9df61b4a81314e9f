# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from probe import saliency


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features, self.head = nn.Sequential(nn.Linear(6, 16), nn.ReLU()), nn.Linear(16, 2)

    def forward(self, x):
        return self.head(self.features(x))


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(12):
        x = torch.randn(16, 6)
        loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step == 3:
            print(saliency(net, x[:1]))
    print(loss.item())  #! decoy


main()
# file: probe.py
import torch


def saliency(net, x):
    for p in net.features.parameters():
        p.requires_grad = False  #~ frozen-parameter
    x = x.clone().requires_grad_()
    (g,) = torch.autograd.grad(net(x).max(), x)
    return g.abs().sum().item()  #! decoy
