# file: main.py
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
# file: nets.py
import torch
import torch.nn as nn


class TwoHeads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.gate, self.head = nn.Linear(5, 12), nn.Linear(12, 12), nn.Linear(12, 2)

    def forward(self, x):
        h = torch.relu(self.body(x))
        open_ = (self.gate(h) > 0).float()  #~ no-derivative
        return self.head(h * open_)
# file: private.py
import torch


def add_noise(net, sigma):
    for p in net.parameters():
        p.grad += sigma * torch.randn_like(p)  #! decoy
