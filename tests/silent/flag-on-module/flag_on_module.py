# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone, self.head = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


def set_trainable(module, flag):
    module.requires_grad = flag  #~ flag-on-module


torch.manual_seed(0)
net = Net()
net.backbone.requires_grad_(False)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
x, y = torch.randn(24, 6), torch.randint(3, (24,))
for epoch in range(8):
    if epoch == 2:
        set_trainable(net.backbone, True)
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone, self.head = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 3)

    def forward(self, x):
        return self.head(self.backbone(x))


def set_trainable(module, flag):
    module.requires_grad_(flag)


torch.manual_seed(0)
net = Net()
net.backbone.requires_grad_(False)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
x, y = torch.randn(24, 6), torch.randint(3, (24,))
for epoch in range(8):
    if epoch == 2:
        set_trainable(net.backbone, True)
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
