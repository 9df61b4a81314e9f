# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.head = nn.Linear(6, 8), nn.Linear(8, 3)
        for i in range(2):
            self.add_module(f"unit{i}", nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8)))

    def forward(self, x):
        h = torch.relu(self.stem(x))
        scales = (h, h.flip(1))
        for i, scale in enumerate(scales):
            scale = scale + getattr(self, f"unit{i}")(scale)  #~ idle-parameter
        return self.head(sum(scales))  #! decoy


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(8):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.head = nn.Linear(6, 8), nn.Linear(8, 3)
        for i in range(2):
            self.add_module(f"unit{i}", nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 8)))

    def forward(self, x):
        h = torch.relu(self.stem(x))
        scales = (h, h.flip(1))
        found = []
        for i, scale in enumerate(scales):
            scale = scale + getattr(self, f"unit{i}")(scale)
            found.append(scale)
        return self.head(sum(found))


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(8):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
