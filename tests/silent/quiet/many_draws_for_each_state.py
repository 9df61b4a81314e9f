# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


def mlp(a, b):
    return nn.Sequential(nn.Linear(a, 16), nn.Tanh(), nn.Linear(16, b))


pol = mlp(4, 3)
opt = torch.optim.Adam(pol.parameters(), 1e-2)
for _ in range(10):
    s = torch.randn(16, 4)
    d = torch.distributions.Categorical(logits=pol(s))
    a = d.sample((16,))  # 16 draws for each of 16 states
    r = torch.randn(16, 16)
    base = r.mean(0, keepdim=True)
    loss = -(d.log_prob(a) * (r - base)).mean() - 0.01 * (d.entropy() * torch.linspace(1, 0, 16).unsqueeze(1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
