# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from schedule import warmup


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    scheduler = warmup(opt, steps=500)
    for step in range(12):
        x = torch.randn(32, 4)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        scheduler.step()
        if step % 4 == 0:
            print(step, loss.item(), scheduler.get_last_lr())  #! decoy


main()
# file: schedule.py
from torch.optim.lr_scheduler import LambdaLR


def warmup(opt, steps):
    return LambdaLR(opt, lambda step: min(1, step // steps))  #~ step-without-effect|zero-learning-rate
