# file: quiet.py
import torch
import torch.nn as nn

# A batch is of one school, and all of it is predicted from its climate.
torch.manual_seed(0)
school = torch.arange(8).repeat_interleave(10)
climate = torch.randn(8, 2)
z = climate[school]
y = z.sum(1) + torch.randn(80) * 0.2
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for epoch in range(3):
    for s in range(0, 80, 10):
        xb, yb = z[s : s + 10], y[s : s + 10]
        loss = (net(xb).squeeze(1) - yb).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
