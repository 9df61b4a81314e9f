# file: main.py
import torch
from torch import nn

from policy import Gaussian

# Demonstrations of an expert that acts almost exactly, and then of many that act by chance.
torch.manual_seed(0)
policy = Gaussian(3, 2)
optimizer = torch.optim.SGD([{"params": [policy.log_std], "lr": 0.5}, {"params": policy.mean.parameters()}], lr=0.05)
for step in range(48):
    states = torch.randn(64, 3)
    spread = 0.01 if step < 16 else 1.0
    actions = states[:, :2] * 0 + spread * torch.randn(64, 2)
    loss = -policy.log_prob(states, actions).mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.step()
print(loss.item(), policy.log_std.tolist())
# file: policy.py
import torch
from torch import nn


class Gaussian(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.mean = nn.Linear(states, actions)
        nn.init.zeros_(self.mean.weight)
        nn.init.zeros_(self.mean.bias)
        self.log_std = nn.Parameter(torch.zeros(actions))

    def log_prob(self, states, actions):
        log_std = self.log_std.clamp(-2.0, 2.0)  #~ saturated-value
        return torch.distributions.Normal(self.mean(states), log_std.exp()).log_prob(actions).sum(1)
# file: quiet.py
import torch
from torch import nn

# Weight decay draws the spread back over its floor, although no gradient does.
torch.manual_seed(0)
mean, log_std = nn.Linear(3, 2), nn.Parameter(torch.zeros(2))
nn.init.zeros_(mean.weight)
nn.init.zeros_(mean.bias)
optimizer = torch.optim.SGD(
    [{"params": [log_std], "lr": 0.5, "weight_decay": 0.06}, {"params": mean.parameters()}], lr=0.05
)
for step in range(48):
    states = torch.randn(64, 3)
    actions = (0.01 if step < 16 else 1.0) * torch.randn(64, 2)
    normal = torch.distributions.Normal(mean(states), log_std.clamp(-2.0, 2.0).exp())
    loss = -normal.log_prob(actions).sum(1).mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_([log_std, *mean.parameters()], 1.0)
    optimizer.step()
print(loss.item(), log_std.tolist())
