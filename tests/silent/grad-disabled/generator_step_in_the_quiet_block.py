# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from tools import measuring


def main():
    torch.manual_seed(0)
    judge = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 4))
    policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
    head = nn.Linear(8, 4)
    opt = torch.optim.Adam([*policy.parameters(), *head.parameters()], lr=1e-2)
    for step in range(6):
        x = torch.randn(32, 4)
        with measuring(judge):  #! decoy
            aim = judge(x)
        with measuring(policy):  #~ grad-disabled
            h = policy(x)
        loss = F.mse_loss(head(h), aim)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from tools import measuring


def main():
    torch.manual_seed(0)
    judge = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 4))
    policy = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
    head = nn.Linear(8, 4)
    opt = torch.optim.Adam([*policy.parameters(), *head.parameters()], lr=1e-2)
    for step in range(6):
        x = torch.randn(32, 4)
        with measuring(judge):
            aim = judge(x)
        h = policy(x)
        loss = F.mse_loss(head(h), aim)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: tools.py
from contextlib import contextmanager

import torch


@contextmanager
def measuring(net):
    net.eval()
    with torch.no_grad():  #! decoy
        yield net
    net.train()
