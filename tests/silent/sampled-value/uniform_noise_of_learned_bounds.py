# file: main.py
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
# file: augment.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Uniform


class LearnedJitter(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.raw = nn.Parameter(torch.zeros(dim))

    def width(self):
        return F.softplus(self.raw)

    def forward(self, x):
        w = self.width()
        noise = Uniform(-w, w).sample((len(x),))  #~ sampled-value
        return x + noise
# file: model.py
import torch.nn as nn


class Net(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
