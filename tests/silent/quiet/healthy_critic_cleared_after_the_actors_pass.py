# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical

torch.manual_seed(0)
actor, critic = nn.Linear(4, 3), nn.Linear(4, 1)
actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for _ in range(8):
    state, returns = torch.randn(32, 4), torch.randn(32)
    dist = Categorical(logits=actor(state))
    action = dist.sample()
    actor_opt.zero_grad()
    (-dist.log_prob(action) * (returns - critic(state).squeeze(-1))).mean().backward()
    actor_opt.step()
    critic_opt.zero_grad()
    loss = F.mse_loss(critic(state).squeeze(-1), returns)
    loss.backward()
    critic_opt.step()
print(loss.item())
