# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))
log_rate = nn.Parameter(torch.tensor(-2.0))
outer = torch.optim.Adam([log_rate], lr=1e-2)  #~ not-in-optimizer
for turn in range(8):
    shift = torch.rand(1) * 3
    x, q = torch.randn(10, 1), torch.randn(10, 1)
    weights = dict(net.named_parameters())
    cost = F.mse_loss(functional_call(net, weights, (x,)), (x + shift).sin())
    slopes = torch.autograd.grad(cost, list(weights.values()), create_graph=True)
    weights = {name: w - log_rate.exp() * slope for (name, w), slope in zip(weights.items(), slopes)}
    loss = F.mse_loss(functional_call(net, weights, (q,)), (q + shift).sin())
    outer.zero_grad()
    loss.backward()
    outer.step()
    print(turn, loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

torch.manual_seed(0)
log_rate = nn.Parameter(torch.tensor(-2.0))
outer = torch.optim.Adam([log_rate], lr=1e-2)
for turn in range(8):
    net = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))
    shift = torch.rand(1) * 3
    x, q = torch.randn(10, 1), torch.randn(10, 1)
    weights = dict(net.named_parameters())
    cost = F.mse_loss(functional_call(net, weights, (x,)), (x + shift).sin())
    slopes = torch.autograd.grad(cost, list(weights.values()), create_graph=True)
    weights = {name: w - log_rate.exp() * slope for (name, w), slope in zip(weights.items(), slopes)}
    loss = F.mse_loss(functional_call(net, weights, (q,)), (q + shift).sin())
    outer.zero_grad()
    loss.backward()
    outer.step()
    print(turn, loss.item())
