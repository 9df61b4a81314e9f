# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class LowRank(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        self.down = nn.Linear(base.in_features, rank, bias=False)
        self.up = nn.Linear(rank, base.out_features, bias=False)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.second = nn.Linear(16, 16)
        self.out = nn.Linear(16, 3)

    def forward(self, x):
        return self.out(torch.relu(self.second(torch.relu(self.first(x)))))


def adapt(net):
    for p in net.parameters():
        p.requires_grad_(False)
    net.first = LowRank(net.first)
    net.second = LowRank(net.second)


def setup():
    net = Net()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)  #~ stale-optimizer|not-in-optimizer
    adapt(net)  #~ stale-optimizer|not-in-optimizer
    return net, optimizer


torch.manual_seed(0)
net, optimizer = setup()
for step in range(10):
    x = torch.randn(32, 8)
    loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class LowRank(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base
        self.down = nn.Linear(base.in_features, rank, bias=False)
        self.up = nn.Linear(rank, base.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.second = nn.Linear(16, 16)
        self.out = nn.Linear(16, 3)

    def forward(self, x):
        return self.out(torch.relu(self.second(torch.relu(self.first(x)))))


def adapt(net, optimizer):
    for p in net.parameters():
        p.requires_grad_(False)
    for name in ("first", "second"):
        layer = LowRank(getattr(net, name))
        setattr(net, name, layer)
        optimizer.add_param_group({"params": [*layer.down.parameters(), *layer.up.parameters()], "lr": 1e-2})


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
for step in range(20):
    if step == 10:
        adapt(net, optimizer)
    x = torch.randn(32, 8)
    loss = F.cross_entropy(net(x), x[:, :3].argmax(1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
