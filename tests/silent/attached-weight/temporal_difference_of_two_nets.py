# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3))
critic = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for _ in range(8):
    state, after, reward = torch.randn(32, 4), torch.randn(32, 4), torch.randn(32, 1)
    log_probs = F.log_softmax(actor(state), -1)
    action = torch.multinomial(log_probs.exp().detach(), 1)
    error = reward + 0.99 * critic(after).detach() - critic(state)
    actor_loss = -(log_probs.gather(1, action) * error).mean()  #~ attached-weight
    critic_loss = error.pow(2).mean()
    actor_opt.zero_grad()
    critic_opt.zero_grad()
    (actor_loss + critic_loss).backward()
    actor_opt.step()
    critic_opt.step()
print(actor_loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3))
critic = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
actor_opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_opt = torch.optim.Adam(critic.parameters(), lr=1e-3)
for _ in range(8):
    state, after, reward = torch.randn(32, 4), torch.randn(32, 4), torch.randn(32, 1)
    log_probs = F.log_softmax(actor(state), -1)
    action = torch.multinomial(log_probs.exp().detach(), 1)
    error = reward + 0.99 * critic(after).detach() - critic(state)
    actor_loss = -(log_probs.gather(1, action) * error.detach()).mean()
    critic_loss = error.pow(2).mean()
    actor_opt.zero_grad()
    critic_opt.zero_grad()
    (actor_loss + critic_loss).backward()
    actor_opt.step()
    critic_opt.step()
print(actor_loss.item())
