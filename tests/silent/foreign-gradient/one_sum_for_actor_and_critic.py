# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
actor, critic = nn.Linear(3, 1), nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for _ in range(8):
    state, action, target = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1)
    value_loss = F.smooth_l1_loss(critic(torch.cat([state, action], 1)), target)
    policy_loss = -critic(torch.cat([state, actor(state)], 1)).mean()  #~ foreign-gradient
    loss = value_loss + policy_loss  #~ foreign-gradient
    actor_opt.zero_grad()
    critic_opt.zero_grad()
    loss.backward()  #~ foreign-gradient
    actor_opt.step()
    critic_opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
actor, critic = nn.Linear(3, 1), nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for _ in range(8):
    state, action, target = torch.randn(32, 3), torch.rand(32, 1), torch.randn(32, 1)
    value_loss = F.smooth_l1_loss(critic(torch.cat([state, action], 1)), target)
    critic.requires_grad_(False)
    policy_loss = -critic(torch.cat([state, actor(state)], 1)).mean()
    critic.requires_grad_(True)
    loss = value_loss + policy_loss
    actor_opt.zero_grad()
    critic_opt.zero_grad()
    loss.backward()
    actor_opt.step()
    critic_opt.step()
print(loss.item())
