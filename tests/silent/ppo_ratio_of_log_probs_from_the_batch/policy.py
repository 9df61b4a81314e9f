import torch
import torch.nn as nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
        self.critic = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, obs):
        return Categorical(logits=self.actor(obs)), self.critic(obs).squeeze(-1)


@torch.no_grad()  #! decoy
def collect(net, n=64):
    obs = torch.randn(n, 3)
    dist, _ = net(obs)
    action = dist.sample()  #! decoy
    reward = torch.where(action == (obs[:, 0] > 0).long(), 1.0, 0.0)
    return {"obs": obs, "action": action, "log_prob": dist.log_prob(action), "returns": reward}
