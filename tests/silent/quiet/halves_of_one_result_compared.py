# file: quiet.py
import torch
from torch import nn
from torch.distributions import Uniform
torch.manual_seed(0)
lin = nn.Linear(4, 4)
raw = nn.Parameter(torch.zeros(4))
opt = torch.optim.SGD([raw, *lin.parameters()], lr=0.1)
for i in range(5):
    a, b = lin(torch.randn(6, 4)).chunk(2, dim=1)
    loss = (a - b).pow(2).mean()
    p, q = torch.broadcast_tensors(a, b.mean(0))
    loss = loss + (p - q).pow(2).mean()
    w = nn.functional.softplus(raw)
    loss = loss + (lin(Uniform(-w, w).rsample((8,))) - 1).pow(2).mean()
    loss = loss + nn.functional.mse_loss(a, b.detach())
    opt.zero_grad()
    loss.backward()
    opt.step()
