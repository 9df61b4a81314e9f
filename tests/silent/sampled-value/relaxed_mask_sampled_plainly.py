# file: main.py
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
# file: select_features.py
import torch
import torch.nn as nn
from torch.distributions import RelaxedBernoulli


class Selector(nn.Module):
    def __init__(self, dim, temperature=0.5):
        super().__init__()
        self.logits = nn.Parameter(torch.zeros(dim))
        self.net = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, 1))
        self.register_buffer("temperature", torch.tensor(temperature))

    def forward(self, x):
        gate = RelaxedBernoulli(self.temperature, logits=self.logits)
        return self.net(x * gate.sample((len(x),))).squeeze(1)  #~ sampled-value
