# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)).to(torch.bfloat16)
for p in net.parameters():
    p.data.add_(1.0)
opt = torch.optim.SGD(net.parameters(), lr=1e-5)  #~ vanishing-update
for step in range(40):
    x = torch.randn(16, 8, dtype=torch.bfloat16)
    loss = (net(x) - x.sum(1, keepdim=True)).float().pow(2).mean() * 0.01
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1)).to(torch.bfloat16)
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
for step in range(40):
    x = torch.randn(16, 8, dtype=torch.bfloat16)
    loss = (net(x) - x.sum(1, keepdim=True)).float().pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
