# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, LinearLR, SequentialLR


def train(make):
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    schedule = make(opt)
    for _ in range(12):
        x = torch.randn(32, 5)
        loss = F.mse_loss(net(x), x.mean(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1e-3)
        opt.step()
        schedule.step()
    print(loss.item(), schedule.get_last_lr())


torch.manual_seed(0)
train(lambda opt: LambdaLR(opt, lambda step: max(0, step - 9) / 10))
train(lambda opt: LambdaLR(opt, lambda step: max(0.0, 1 - step / 3)))
train(lambda opt: SequentialLR(opt, [LinearLR(opt, 1e-8, 1.0, 6), CosineAnnealingLR(opt, 4)], milestones=[6]))

probe = nn.Linear(5, 1)
opt = torch.optim.SGD(probe.parameters(), lr=0.0)
for _ in range(2):
    opt.zero_grad()
    probe(torch.randn(4, 5)).mean().backward()
    opt.step()
print(probe.weight.grad.norm().item())
