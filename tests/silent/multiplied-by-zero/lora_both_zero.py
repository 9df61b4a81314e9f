# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = nn.Linear(base.in_features, rank, bias=False)
        self.up = nn.Linear(rank, base.out_features, bias=False)
        nn.init.zeros_(self.down.weight)  #~ multiplied-by-zero
        nn.init.zeros_(self.up.weight)  #~ multiplied-by-zero

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))  #~ multiplied-by-zero


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Adapter(nn.Linear(6, 10))
        self.head = nn.Linear(10, 2)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1)
x, y = torch.randn(20, 6), torch.randint(2, (20,))
for _ in range(6):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Adapter(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = nn.Linear(base.in_features, rank, bias=False)
        self.up = nn.Linear(rank, base.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Adapter(nn.Linear(6, 10))
        self.head = nn.Linear(10, 2)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD([p for p in net.parameters() if p.requires_grad], lr=0.1)
x, y = torch.randn(20, 6), torch.randint(2, (20,))
for _ in range(6):
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
