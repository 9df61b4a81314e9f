# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList()
        self.layers.extend((nn.GRUCell(6, 6),) * 2)  #~ repeated-module
        self.head = nn.Linear(6, 2)

    def forward(self, x):
        h = torch.zeros_like(x)
        for layer in self.layers:
            h = layer(x, h)
        return self.head(h)


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


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList()
        self.layers.extend(nn.GRUCell(6, 6) for _ in range(2))
        self.head = nn.Linear(6, 2)

    def forward(self, x):
        h = torch.zeros_like(x)
        for layer in self.layers:
            h = layer(x, h)
        return self.head(h)


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
