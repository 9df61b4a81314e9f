# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, tasks=("a", "b", "c")):
        super().__init__()
        self.body = nn.Linear(6, 8)
        heads = [nn.Linear(8, 2)] * len(tasks)  #~ repeated-module
        self.heads = nn.ModuleDict(dict(zip(tasks, heads)))

    def forward(self, x):
        h = torch.relu(self.body(x))
        return sum(head(h) for head in self.heads.values())


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
    def __init__(self, tasks=("a", "b", "c")):
        super().__init__()
        self.body = nn.Linear(6, 8)
        heads = [nn.Linear(8, 2) for _ in tasks]
        self.heads = nn.ModuleDict(dict(zip(tasks, heads)))

    def forward(self, x):
        h = torch.relu(self.body(x))
        return sum(head(h) for head in self.heads.values())


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
