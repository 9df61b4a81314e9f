# file: main.py
import torch
import torch.nn.functional as F

from setup import build, settings

torch.manual_seed(0)
net, optimizer, schedule = build(settings)
for epoch in range(10):
    for _ in range(4):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x.sin().sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    schedule.step()  #! decoy
    print(epoch, loss.item())
# file: setup.py
from torch import nn, optim

settings = {"lr": 0.02, "milestones": [2, 6], "decay": 0.0}


def build(options):
    net = nn.Sequential(nn.Linear(5, 20), nn.Tanh(), nn.Linear(20, 1))
    optimizer = optim.SGD(net.parameters(), lr=options["lr"], momentum=0.9)
    schedule = optim.lr_scheduler.MultiStepLR(optimizer, options["milestones"], gamma=options["decay"])  #~ vanishing-update
    return net, optimizer, schedule
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn, optim

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 20), nn.Tanh(), nn.Linear(20, 1))
optimizer = optim.SGD(net.parameters(), lr=0.02, momentum=0.9)
# The last two epochs only measure.
schedule = optim.lr_scheduler.MultiStepLR(optimizer, [8], gamma=0.0)
for epoch in range(10):
    for _ in range(4):
        x = torch.randn(16, 5)
        loss = F.mse_loss(net(x), x.sin().sum(1, keepdim=True))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    schedule.step()
    print(epoch, loss.item())
