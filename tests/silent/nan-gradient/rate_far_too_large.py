import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.Linear(16, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=3.0)
for step in range(40):
    x = torch.randn(32, 4)
    y = x.sum(1, keepdim=True)
    loss = ((net(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  #~ nan-gradient
print(loss.item())
