import torch
import torch.nn as nn
from torch.distributions import Normal


class Actor(nn.Module):
    def __init__(self, state=5, actions=2):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(state, 32), nn.ReLU())
        self.mean, self.spread = nn.Linear(32, actions), nn.Linear(32, actions)

    def forward(self, s):
        h = self.body(s)
        policy = Normal(self.mean(h), self.spread(h).clamp(-3, 1).exp())
        action = policy.rsample()
        return torch.tanh(action), policy.log_prob(action).sum(-1)


def main():
    torch.manual_seed(0)
    actor, critic = Actor(), nn.Sequential(nn.Linear(7, 32), nn.ReLU(), nn.Linear(32, 1))
    critic.requires_grad_(False)  # trained before
    optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
    for step in range(10):
        state = torch.randn(16, 5)
        action, log_prob = actor(state)
        q = critic(torch.cat([state, action], dim=1))
        loss = (0.2 * log_prob - q).mean()  #~ broadcast-loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
