# file: main.py
import torch
import torch.nn.functional as F

from vq import Quantiser, Auto


def main():
    torch.manual_seed(0)
    net = Auto()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        x = torch.randn(24, 8)
        rec, vq = net(x)
        loss = F.mse_loss(rec, x) + vq
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from vq import Auto, Quantiser, sg


class Right(Quantiser):
    def forward(self, z):
        q = self.book(torch.cdist(sg(z), sg(self.book.weight)).argmin(1))
        loss = F.mse_loss(q, sg(z)) + 0.25 * F.mse_loss(z, sg(q))
        return z + sg(q - z), loss


torch.manual_seed(0)
net = Auto()
net.vq = Right()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(6):
    x = torch.randn(24, 8)
    rec, vq = net(x)
    loss = F.mse_loss(rec, x) + vq
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: vq.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def sg(x):
    return x.detach()  #! decoy


class Quantiser(nn.Module):
    def __init__(self, k=8, d=4):
        super().__init__()
        self.book = nn.Embedding(k, d)

    def forward(self, z):
        idx = torch.cdist(sg(z), sg(self.book.weight)).argmin(1)  #! decoy
        q = self.book(idx)
        loss = F.mse_loss(sg(q), sg(z)) + 0.25 * F.mse_loss(z, sg(q))  #~ detached-tensor
        return z + sg(q - z), loss  #! decoy


class Auto(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc, self.vq, self.dec = nn.Linear(8, 4), Quantiser(), nn.Linear(4, 8)

    def forward(self, x):
        q, loss = self.vq(self.enc(x))
        return self.dec(q), loss
