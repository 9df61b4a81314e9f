# file: main.py
import torch
import torch.nn.functional as F

from discrete import DiscreteAE


def main(steps=12):
    torch.manual_seed(0)
    net = DiscreteAE()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(32, 6)
        tau = max(0.0, 1.0 - step / (steps - 2))  #~ nan-gradient
        loss = F.mse_loss(net(x, tau), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(tau, 2), loss.item())  #! decoy


main()
# file: discrete.py
import torch.nn as nn
import torch.nn.functional as F


class DiscreteAE(nn.Module):
    def __init__(self, codes=8):
        super().__init__()
        self.enc = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, codes))
        self.book = nn.Linear(codes, 6, bias=False)

    def forward(self, x, tau):
        return self.book(F.gumbel_softmax(self.enc(x), tau=tau))  #~ nan-gradient
