# file: main.py
import torch
from torch import nn

from plan import Steps

START = 3  #~ optimizer-arguments

torch.manual_seed(0)
scale = nn.Linear(4, 1)
optimizer = torch.optim.SGD(scale.parameters(), lr=0.1)
plan = Steps(optimizer, every=2, last_epoch=START)  #~ optimizer-arguments
for step in range(4):
    loss = scale(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    plan.step()
    print(step, loss.item())
# file: plan.py
from torch.optim.lr_scheduler import StepLR


class Steps(StepLR):
    def __init__(self, optimizer, every, last_epoch=-1):
        super().__init__(optimizer, every, gamma=0.5, last_epoch=last_epoch)  #! decoy
