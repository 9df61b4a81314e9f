# file: main.py
import torch
from torch import nn
torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Linear(6, 1)
oa = torch.optim.Adam(actor.parameters(), lr=1e-3)  #~ idle-parameter
oc = torch.optim.Adam(critic.parameters(), lr=1e-3)
for step in range(12):
    s, r = torch.randn(16, 4), torch.randn(16, 1)
    a = torch.rand(16, 2)
    oc.zero_grad()
    (critic(torch.cat([s, a], 1)) - r).pow(2).mean().backward()
    oc.step()
    policy_loss = -critic(torch.cat([s, a], 1)).mean()
    oa.zero_grad()
    policy_loss.backward()
    oa.step()
print(1)
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Linear(6, 1)
oa = torch.optim.Adam(actor.parameters(), lr=1e-3)
oc = torch.optim.Adam(critic.parameters(), lr=1e-3)
for step in range(12):
    s, r, a = torch.randn(16, 4), torch.randn(16, 1), torch.rand(16, 2)
    oc.zero_grad()
    (critic(torch.cat([s, a], 1)) - r).pow(2).mean().backward()
    oc.step()
    oa.zero_grad()
    if step % 2:  # the policy learns at every second step
        (-critic(torch.cat([s, actor(s)], 1)).mean()).backward()
    oa.step()
print(1)
