# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
running = torch.zeros(())
for x in torch.randn(6, 8, 4):
    loss = net(x).pow(2).mean()
    running = running.detach() + loss
    opt.zero_grad()
    running.backward()
    opt.step()
print("loss", running.item())
