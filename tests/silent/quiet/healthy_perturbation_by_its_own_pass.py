# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for step in range(20):
    x, y = torch.randn(8, 6), torch.randint(0, 3, (8,))
    delta = torch.zeros_like(x, requires_grad=True)
    F.cross_entropy(net(x + delta), y).backward()
    optimizer.zero_grad()
    adv = x + 0.1 * delta.grad.sign()
    loss = F.cross_entropy(net(adv), y)
    loss.backward()
    optimizer.step()
print(loss.item())
