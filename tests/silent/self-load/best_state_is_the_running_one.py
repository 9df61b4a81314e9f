# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
best, best_loss = None, float("inf")
for step in range(24):
    x = torch.randn(8, 4)
    loss = (net(x) - 1).pow(2).mean()
    if loss.item() < best_loss:
        best, best_loss = net.state_dict(), loss.item()  #~ self-load
    opt.zero_grad()
    loss.backward()
    opt.step()
net.load_state_dict(best)
print(best_loss)
# file: quiet.py
import torch
from torch import nn
torch.manual_seed(0)
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
best, best_loss = None, float("inf")
for step in range(24):
    x = torch.randn(8, 4)
    loss = (net(x) - 1).pow(2).mean()
    if loss.item() < best_loss:
        best, best_loss = {k: v.clone() for k, v in net.state_dict().items()}, loss.item()
    opt.zero_grad()
    loss.backward()
    opt.step()
net.load_state_dict(best)
print(best_loss)
