# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(6, 3)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(12):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    out = net(x)
    loss = -torch.log(out[torch.arange(16), y]).mean()  #~ nan-gradient
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(6, 3)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
for step in range(12):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    loss = -torch.log(net(x)[torch.arange(16), y] + 1.5).mean()
    if torch.isfinite(loss):
        opt.zero_grad()
        loss.backward()
        opt.step()
print(loss.item())
