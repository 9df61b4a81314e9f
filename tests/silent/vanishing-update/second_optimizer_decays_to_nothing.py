# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def decayed(optimizer, factor):
    for group in optimizer.param_groups:
        group["lr"] *= factor  #~ vanishing-update


def main():
    torch.manual_seed(0)
    actor = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
    critic = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
    actor_step = torch.optim.Adam(actor.parameters(), lr=1e-3)
    critic_step = torch.optim.SGD(critic.parameters(), lr=1e-1)
    for step in range(80):
        state = torch.randn(32, 6)
        value = critic(torch.cat([state, actor(state).detach()], 1))
        critic_step.zero_grad()
        F.mse_loss(value, state[:, :1] * 3 + torch.randn(32, 1)).backward()
        critic_step.step()
        actor_step.zero_grad()
        (-critic(torch.cat([state, actor(state)], 1)).mean()).backward()
        actor_step.step()
        decayed(critic_step, 0.5)  #~ vanishing-update
    print(value.mean().item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Gradual unfreezing by learning rates: a group rests at 0, then learns; at the end the critic is put to rest."""
    torch.manual_seed(0)
    actor = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 2))
    critic = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 1))
    first, last = actor[0].parameters(), actor[2].parameters()
    actor_step = torch.optim.Adam([{"params": first, "lr": 0.0}, {"params": last}], lr=1e-3)
    critic_step = torch.optim.SGD(critic.parameters(), lr=1e-1)
    for step in range(80):
        state = torch.randn(32, 6)
        value = critic(torch.cat([state, actor(state).detach()], 1))
        critic_step.zero_grad()
        F.mse_loss(value, state[:, :1] * 3 + torch.randn(32, 1)).backward()
        critic_step.step()
        actor_step.zero_grad()
        (-critic(torch.cat([state, actor(state)], 1)).mean()).backward()
        actor_step.step()
        if step == 20:
            actor_step.param_groups[0]["lr"] = 1e-3
        if step == 30:
            critic_step.param_groups[0]["lr"] = 0.0
    print(value.mean().item())


main()
