# file: quiet.py
"""The critic learns at every step; the actor once, from all that the episode has kept."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
actor_opt, critic_opt = torch.optim.Adam(actor.parameters()), torch.optim.Adam(critic.parameters())
for length in (20, 24):
    log_probs, rewards = [], []
    for _ in range(length):
        state = torch.randn(4)
        choice = torch.distributions.Categorical(logits=actor(state))
        action = choice.sample()
        log_probs.append(choice.log_prob(action))
        rewards.append(state[action].item())
        value_loss = F.mse_loss(critic(state), torch.tensor(rewards[-1:]))
        critic_opt.zero_grad()
        value_loss.backward()
        critic_opt.step()
    loss = -(torch.stack(log_probs) * torch.tensor(rewards)).mean()
    actor_opt.zero_grad()
    loss.backward()
    actor_opt.step()
    print(loss.item())
