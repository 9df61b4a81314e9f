# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def refine(decoder, code, target):
    optimizer = torch.optim.AdamW([code], lr=0.05)  #~ lost-optimizer-state
    loss = F.mse_loss(decoder(code), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(0)
decoder = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 6)).requires_grad_(False)
target = torch.randn(4, 6)
code = torch.zeros(4, 3, requires_grad=True)
for _ in range(10):
    print(refine(decoder, code, target))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def refine(decoder, code, target, optimizer):
    loss = F.mse_loss(decoder(code), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(0)
decoder = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 6)).requires_grad_(False)
target = torch.randn(4, 6)
code = torch.zeros(4, 3, requires_grad=True)
optimizer = torch.optim.AdamW([code], lr=0.05)
for _ in range(10):
    print(refine(decoder, code, target, optimizer))
