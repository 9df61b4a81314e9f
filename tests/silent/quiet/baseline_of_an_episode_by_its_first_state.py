# file: quiet.py
import torch
import torch.nn as nn

# One baseline for a whole episode, from the state that it begins in.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for episode in range(30):
    obs = torch.randn(10, 4)
    rewards = obs[0].sum() + torch.randn(10) * 0.1
    baseline = net(obs[0]).expand(10)
    loss = (rewards - baseline).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
