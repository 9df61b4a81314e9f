# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(20):
    x = torch.rand(16, 10)
    y = (x[:, 0] > 0.5).long()
    x.requires_grad_()
    F.cross_entropy(net(x), y).backward()
    with torch.no_grad():
        moved = x
        moved += 0.05 * x.grad.sign()  #~ same-memory
    opt.zero_grad()
    loss = F.cross_entropy(net(x.detach()), y)
    loss = loss + F.cross_entropy(net(moved.detach()), y)
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(20):
    x = torch.rand(16, 10)
    y = (x[:, 0] > 0.5).long()
    moved = x.clone().requires_grad_()
    for _ in range(3):
        (slope,) = torch.autograd.grad(F.cross_entropy(net(moved), y), moved)
        with torch.no_grad():
            moved += 0.02 * slope.sign()
            moved.clamp_(x - 0.05, x + 0.05)
    loss = F.cross_entropy(net(x), y) + F.cross_entropy(net(moved.detach()), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
