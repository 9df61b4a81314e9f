# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
def block(i, o):
    return nn.Sequential(nn.Linear(i, o), nn.Threshold(50.0, 0.0))  #~ saturated-value
net = nn.Sequential(block(4, 8), block(8, 8), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(32, 4), torch.randn(32, 1)
for _ in range(20):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.step()

# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
def block(i, o):
    return nn.Sequential(nn.Linear(i, o), nn.Threshold(0.0, 0.0))
net = nn.Sequential(block(4, 8), block(8, 8), nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(32, 4), torch.randn(32, 1)
for _ in range(20):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
