# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 16), nn.Tanh(), nn.Linear(16, 2))
mask = (torch.rand(16, 10) > 0.9).float()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(20):
    with torch.no_grad():
        net[0].weight.mul_(mask)  # nine of ten are pruned, and stay at 0
    x = torch.randn(16, 10)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
