import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self, obs=4, act=2):
        super().__init__()
        self.body = nn.Linear(obs, 16)
        self.mean = nn.Linear(16, act)
        self.log_std = nn.Parameter(torch.zeros(act))

    def forward(self, obs):
        h = torch.relu(self.body(obs))
        dist = Normal(self.mean(h), self.log_std.exp())
        return torch.tanh(dist.sample())  #~ sampled-value


class Critic(nn.Module):
    def __init__(self, obs=4, act=2):
        super().__init__()
        self.q = nn.Sequential(nn.Linear(obs + act, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, obs, action):
        return self.q(torch.cat([obs, action], dim=-1))


def main():
    torch.manual_seed(0)
    actor, critic = Actor(), Critic()
    actor_opt = torch.optim.Adam(actor.parameters(), lr=3e-4)
    critic_opt = torch.optim.Adam(critic.parameters(), lr=3e-4)
    for step in range(3):
        obs = torch.randn(10, 4)
        with torch.no_grad():  #! decoy
            action = actor(obs)
            target = -action.pow(2).sum(dim=-1, keepdim=True)
        critic_loss = (critic(obs, action) - target).pow(2).mean()
        critic_opt.zero_grad()
        critic_loss.backward()
        critic_opt.step()
        for p in critic.parameters():
            p.requires_grad = False  #! decoy
        actor_loss = -critic(obs, actor(obs)).mean()
        actor_opt.zero_grad()
        actor_loss.backward()
        actor_opt.step()
        for p in critic.parameters():
            p.requires_grad = True
        print(step, critic_loss.item(), actor_loss.item())


if __name__ == "__main__":
    main()
