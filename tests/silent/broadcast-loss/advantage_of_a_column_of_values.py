import torch
import torch.nn as nn

torch.manual_seed(0)
actor = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
critic = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=3e-3)
for _ in range(12):
    states = torch.randn(24, 4)
    dist = torch.distributions.Categorical(logits=actor(states))
    actions = dist.sample()
    returns = torch.randn(24)
    values = critic(states)
    advantage = returns - values  #~ broadcast-loss
    policy_loss = -(dist.log_prob(actions) * advantage.detach()).mean()
    value_loss = advantage.pow(2).mean()
    loss = policy_loss + 0.5 * value_loss - 0.01 * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
