# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.parametrizations import weight_norm


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.pre, self.post = nn.Conv1d(1, 6, 3, padding=1), nn.Conv1d(6, 1, 3, padding=1)

    def add_weight_norm(self):
        for conv in (self.pre, self.post):
            weight_norm(conv)  #~ stale-optimizer

    def forward(self, x):
        return self.post(torch.tanh(self.pre(x)))


def main():
    torch.manual_seed(0)
    net = Vocoder()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)  #~ stale-optimizer
    net.add_weight_norm()  #~ stale-optimizer
    x = torch.randn(8, 1, 16)
    for epoch in range(5):
        loss = F.l1_loss(net(x), x.roll(1, -1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import prune
from torch.nn.utils.parametrizations import spectral_norm


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    # both of these keep the parameters that the optimizer holds
    spectral_norm(net[0])
    prune.random_unstructured(net[2], "weight", amount=0.3)
    x = torch.randn(32, 6)
    for _ in range(5):
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
