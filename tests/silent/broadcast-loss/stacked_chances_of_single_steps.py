# file: main.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


pol = mlp(4, 2); opt = torch.optim.Adam(pol.parameters(), 1e-2)
for _ in range(10):
    saved, rewards = [], []
    for t in range(20):
        d = torch.distributions.Categorical(logits=pol(torch.randn(1, 4))); a = d.sample()
        saved.append(d.log_prob(a)); rewards.append(float(a.item()))
    R, returns = 0.0, []
    for r in reversed(rewards):
        R = r + 0.9 * R; returns.insert(0, R)
    returns = torch.tensor(returns); returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    loss = -(torch.stack(saved) * returns).sum()  #~ broadcast-loss
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


pol = mlp(4, 2); opt = torch.optim.Adam(pol.parameters(), 1e-2)
for _ in range(10):
    saved, rewards = [], []
    for t in range(20):
        d = torch.distributions.Categorical(logits=pol(torch.randn(1, 4))); a = d.sample()
        saved.append(d.log_prob(a)); rewards.append(float(a.item()))
    R, returns = 0.0, []
    for r in reversed(rewards):
        R = r + 0.9 * R; returns.insert(0, R)
    returns = torch.tensor(returns); returns = (returns - returns.mean()) / (returns.std() + 1e-6)
    loss = -(torch.stack(saved).squeeze(-1) * returns).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
