# file: main.py
import torch
import torch.nn as nn

from contractive import ContractivePenalty


class AE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.dec = nn.Sequential(nn.Linear(5, 3), nn.Tanh()), nn.Linear(3, 5)

    def forward(self, x):
        return self.dec(self.enc(x))


def main():
    torch.manual_seed(0)
    net = AE()
    penalty = ContractivePenalty(net.enc)
    opt = torch.optim.Adam(net.enc.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(6, 5)
        loss = penalty(x)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():  #! decoy
            print(step, loss.item(), (net(x) - x).pow(2).mean().item())


main()
# file: contractive.py
import torch
from torch.autograd.functional import jacobian


class ContractivePenalty:
    def __init__(self, encode):
        self.encode = encode

    def __call__(self, x):
        return torch.stack([jacobian(self.encode, row).pow(2).sum() for row in x]).mean()  #~ detached-tensor|missing-create-graph
