# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for step in range(20):
    x = torch.randn(32, 8)
    guess = net(x)
    loss = F.mse_loss(guess, x.sum(1, keepdim=True))
    size = sum(p.abs().sum() for p in net.parameters())
    loss = loss + 1e-4 * size
    smooth = (net(x + 0.01 * torch.randn_like(x)) - guess).pow(2).mean()
    loss = F.mse_loss(guess, x.sum(1, keepdim=True)) + 0.1 * smooth  #~ loss-left-out
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
robust = True
for step in range(20):
    x = torch.randn(32, 8)
    guess, wanted = net(x), x.sum(1, keepdim=True)
    error = F.mse_loss(guess, wanted)
    seen = [error]
    error = F.l1_loss(guess, wanted)
    # The default, and what is chosen instead of it.
    loss = F.mse_loss(guess, wanted)
    if robust:
        loss = F.smooth_l1_loss(guess, wanted)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 5 == 0:
        print(step, loss.item(), error.item(), seen[0].item())
