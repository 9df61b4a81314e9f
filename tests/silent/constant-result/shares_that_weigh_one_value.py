# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Router(nn.Module):
    def __init__(self, wide, number):
        super().__init__()
        self.rate = nn.Linear(wide, number)

    def forward(self, x):
        rate = F.softplus(self.rate(x))
        return rate / rate.sum(1, keepdim=True)


torch.manual_seed(0)
router, value = Router(5, 3), nn.Linear(5, 1)
optimizer = torch.optim.Adam([*router.parameters(), *value.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(16, 5)
    share = router(x)
    guess = (share * value(x)).sum(1, keepdim=True)  #~ constant-result
    loss = F.mse_loss(guess, x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# Experts that begin as copies of one: at the first step it makes no difference how they are weighed.


class Router(nn.Module):
    def __init__(self, wide, number):
        super().__init__()
        self.rate = nn.Linear(wide, number)

    def forward(self, x):
        rate = F.softplus(self.rate(x))
        return rate / rate.sum(1, keepdim=True)


torch.manual_seed(0)
router, experts = Router(5, 3), nn.ModuleList([nn.Linear(5, 1) for _ in range(3)])
for expert in experts:
    expert.load_state_dict(experts[0].state_dict())
optimizer = torch.optim.Adam([*router.parameters(), *experts.parameters()], lr=1e-2)
for step in range(10):
    x = torch.randn(16, 5)
    values = torch.cat([expert(x) for expert in experts], dim=1)
    guess = (router(x) * values).sum(1, keepdim=True)
    loss = F.mse_loss(guess, x.abs().sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
