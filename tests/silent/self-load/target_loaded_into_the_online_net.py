# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
net, target = nn.Linear(4, 2), nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(24):
    x = torch.randn(8, 4)
    with torch.no_grad():
        y = target(x)
    loss = (net(x) - y - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 4 == 0:
        net.load_state_dict(net.state_dict())  #~ self-load
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
net, target = nn.Linear(4, 2), nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(24):
    x = torch.randn(8, 4)
    with torch.no_grad():
        y = target(x)
    loss = (net(x) - y - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 4 == 0:
        target.load_state_dict(net.state_dict())
net.load_state_dict(net.state_dict())  # a round trip, at the end
print(loss.item())
