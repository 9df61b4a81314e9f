# file: main.py
import torch
from torch import nn

from plan import Warmup

torch.manual_seed(0)
scale = nn.Linear(4, 1)
optimizer = torch.optim.SGD(scale.parameters(), lr=0.1)
plan = Warmup(optimizer, rounds=4)  #! decoy
for step in range(4):
    loss = scale(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    plan.step()
    print(step, loss.item())
# file: plan.py
from torch.optim.lr_scheduler import LambdaLR


class Warmup(LambdaLR):
    def __init__(self, optimizer, rounds):
        super().__init__(optimizer, lambda epoch: min(1.0, (epoch + 1) / rounds), last_epoch=0)  #~ optimizer-arguments
