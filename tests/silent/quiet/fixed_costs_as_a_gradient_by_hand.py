# file: quiet.py
import torch
import torch.nn as nn

# A linear program: its gradient is always the same, and written by hand.
torch.manual_seed(0)
c = torch.randn(6)
w = nn.Parameter(torch.zeros(6))
w.requires_grad_(False)
opt = torch.optim.SGD([w], lr=0.1)
w.grad = torch.zeros(6)
for step in range(20):
    w.grad.copy_(c)
    opt.step()
    w.clamp_(-1, 1)
