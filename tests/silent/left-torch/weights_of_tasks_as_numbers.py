# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from balance import Balance


class Weather(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(5, 16), nn.Tanh())
        self.rain, self.wind = nn.Linear(16, 1), nn.Linear(16, 1)

    def forward(self, x):
        h = self.trunk(x)
        return self.rain(h), self.wind(h)


torch.manual_seed(0)
net, balance = Weather(), Balance(("rain", "wind"))
optimizer = torch.optim.Adam([*net.parameters(), *balance.parameters()], lr=1e-2)
for _ in range(10):
    x = torch.randn(24, 5)
    rain, wind = net(x)
    errors = {"rain": F.mse_loss(rain, x[:, :1].sin()), "wind": F.mse_loss(wind, 3 * torch.randn(24, 1))}
    loss = balance(errors)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), {name: spread.item() for name, spread in balance.named_parameters()})  #! decoy
# file: balance.py
import torch
import torch.nn as nn


class Balance(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.spread = nn.ParameterDict({task: nn.Parameter(torch.ones(())) for task in tasks})

    def forward(self, errors):
        total = 0.0
        for task, error in errors.items():
            weight = 1.0 / float(self.spread[task]) ** 2  #~ left-torch
            total = total + weight * error + 0.1 * self.spread[task]
        return total
# file: quiet.py
import torch
import torch.nn as nn

# The weight of the entropy is a number in one term; what trains it is the other term, by how far the entropy is off.
torch.manual_seed(0)
policy, value = nn.Linear(4, 3), nn.Linear(4, 3)
log_alpha = nn.Parameter(torch.zeros(()))
optimizer = torch.optim.Adam([*policy.parameters(), *value.parameters(), log_alpha], lr=1e-2)
for _ in range(10):
    state = torch.randn(32, 4)
    logp = policy(state).log_softmax(-1)
    entropy = -(logp.exp() * logp).sum(-1)
    q = value(state)
    fit = (q - state[:, :3]).pow(2).mean()
    alpha = log_alpha.exp().item()
    actor = (logp.exp() * (alpha * logp - q.detach())).sum(-1).mean()
    tuned = log_alpha * (entropy - 0.8).detach().mean()
    loss = fit + actor + tuned
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), log_alpha.item())
