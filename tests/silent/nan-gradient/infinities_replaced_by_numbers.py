# file: main.py
import torch
import torch.nn as nn


class Angles(nn.Module):
    def __init__(self):
        super().__init__()
        self.turn = nn.Linear(4, 3)

    def forward(self, x):
        v = nn.functional.normalize(self.turn(x), dim=1)
        cosines = (v[:, None] * v[None]).sum(-1).clamp(-1, 1)
        return torch.acos(torch.where(cosines > 0.9999, torch.ones_like(cosines), cosines))  #~ nan-gradient


torch.manual_seed(0)
net = Angles()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(10):
    x = torch.randn(8, 4)
    loss = (net(x) - torch.cdist(x, x)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    for p in net.parameters():
        p.grad.nan_to_num_(0.0, 0.0, 0.0)
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


class Angles(nn.Module):
    def __init__(self):
        super().__init__()
        self.turn = nn.Linear(4, 3)

    def forward(self, x):
        v = nn.functional.normalize(self.turn(x), dim=1)
        cosines = (v[:, None] * v[None]).sum(-1)
        return torch.acos(0.999 * cosines)


torch.manual_seed(0)
net = Angles()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(10):
    x = torch.randn(8, 4)
    loss = (net(x) - torch.cdist(x, x)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    for p in net.parameters():
        p.grad.nan_to_num_(0.0, 0.0, 0.0)
    optimizer.step()
print(loss.item())
