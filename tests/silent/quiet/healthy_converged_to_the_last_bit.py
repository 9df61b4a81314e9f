# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
w = nn.Parameter(torch.tensor([3.0, -1.0]))
opt = torch.optim.SGD([w], lr=0.4)
for step in range(200):
    loss = (w - torch.tensor([1.0, 2.0])).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item(), w)
