# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def Net():
    hidden = [nn.Linear(6, 6), nn.Tanh()] * 3  #~ repeated-module
    return nn.Sequential(*hidden, nn.Linear(6, 2))


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(8):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def Net():
    hidden = []
    for _ in range(3):
        hidden += [nn.Linear(6, 6), nn.Tanh()]
    return nn.Sequential(*hidden, nn.Linear(6, 2))


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(8):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
