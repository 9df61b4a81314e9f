# file: main.py
import torch
from torch import nn

from penalties import steepness

torch.manual_seed(0)
stem, top = nn.Linear(6, 8), nn.Linear(8, 2)
sorter = nn.Sequential(stem, nn.ReLU(), top)
for weight in stem.parameters():
    weight.requires_grad = False  #! decoy
optimizer = torch.optim.SGD(top.parameters(), lr=0.05)
for step in range(4):
    beans, kinds = torch.randn(12, 6), torch.randint(0, 2, (12,))
    loss = nn.functional.cross_entropy(sorter(beans), kinds)
    loss = loss + 0.1 * steepness(loss, sorter.parameters())  #~ frozen-parameter
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
# file: penalties.py
import torch


def steepness(loss, weights):
    slopes = torch.autograd.grad(loss, tuple(weights), create_graph=True)  #! decoy
    return sum(slope.square().sum() for slope in slopes)
