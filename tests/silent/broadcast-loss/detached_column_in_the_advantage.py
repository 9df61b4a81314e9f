# file: main.py
import torch
import torch.nn as nn

torch.manual_seed(0)
encoder = nn.GRU(3, 16, batch_first=True)
mean, critic = nn.Linear(16, 1), nn.Linear(16, 1)
modules = nn.ModuleList([encoder, mean, critic])
opt = torch.optim.Adam(modules.parameters(), lr=2e-3)
for _ in range(12):
    history = torch.randn(18, 5, 3)
    state = encoder(history)[0][:, -1]
    policy = torch.distributions.Normal(mean(state).squeeze(-1), 0.5)
    move = policy.sample()
    outcome = -(move - history.mean((1, 2))).pow(2)
    worth = critic(state)
    critic_loss = (worth[:, 0] - outcome).pow(2).mean()
    surprise = outcome.sub(worth.data)  #~ broadcast-loss
    actor_loss = -(policy.log_prob(move) * surprise).mean()
    opt.zero_grad()
    (actor_loss + critic_loss).backward()
    opt.step()
print(critic_loss.item())
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
encoder = nn.GRU(3, 16, batch_first=True)
mean, critic = nn.Linear(16, 1), nn.Linear(16, 1)
modules = nn.ModuleList([encoder, mean, critic])
opt = torch.optim.Adam(modules.parameters(), lr=2e-3)
for _ in range(12):
    history = torch.randn(18, 5, 3)
    state = encoder(history)[0][:, -1]
    policy = torch.distributions.Normal(mean(state).squeeze(-1), 0.5)
    move = policy.sample()
    outcome = -(move - history.mean((1, 2))).pow(2)
    worth = critic(state)
    critic_loss = (worth[:, 0] - outcome).pow(2).mean()
    surprise = outcome.unsqueeze(-1).sub(worth.data)
    actor_loss = -(policy.log_prob(move).unsqueeze(-1) * surprise).mean()
    opt.zero_grad()
    (actor_loss + critic_loss).backward()
    opt.step()
print(critic_loss.item())
