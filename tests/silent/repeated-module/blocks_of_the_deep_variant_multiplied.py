# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, width=8, depth=4, deep=True):
        super().__init__()
        self.first = nn.ModuleList(nn.Linear(width, width) for _ in range(2))
        if deep:
            self.blocks = nn.ModuleList([nn.Linear(width, width)] * depth)  #~ repeated-module
        else:
            self.blocks = nn.ModuleList()
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        for block in (*self.first, *self.blocks):
            x = x + torch.tanh(block(x))
        return self.head(x)


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(20):
    x = torch.randn(32, 8)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, width=8, depth=4, share=False):
        super().__init__()
        if share:
            self.blocks = nn.ModuleList([nn.Linear(width, width)] * depth)
        else:
            self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        for block in self.blocks:
            x = x + torch.tanh(block(x))
        return self.head(x)


torch.manual_seed(0)
net = Net(share=True)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(20):
    x = torch.randn(32, 8)
    loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
