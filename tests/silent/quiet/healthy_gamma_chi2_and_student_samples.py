# file: quiet.py
import torch
from torch import nn
from torch.distributions import Chi2, Gamma, StudentT
torch.manual_seed(0)
raw = nn.Parameter(torch.zeros(3))
optimizer = torch.optim.Adam([raw], lr=0.05)
for step in range(30):
    optimizer.zero_grad()
    scale = nn.functional.softplus(raw) + 1.0
    g = Gamma(scale, torch.ones(3)).rsample((16,))
    c = Chi2(scale).rsample((16,))
    t = StudentT(scale + 2).rsample((16,))
    loss = ((g - 2) ** 2).mean() + ((c - 2) ** 2).mean() + (t ** 2).mean()
    loss.backward()
    optimizer.step()
print(loss.item())
