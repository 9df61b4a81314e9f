import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self, observations=4, actions=2):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(observations, 16), nn.ReLU(inplace=True), nn.Linear(16, 2 * actions))

    def forward(self, obs):
        mean, log_std = self.net(obs).chunk(2, dim=1)
        dist = torch.distributions.Normal(mean, log_std.clamp(-5, 2).exp())
        action = dist.rsample()
        return torch.tanh(action), dist.log_prob(action).sum(1)


class SAC:
    def __init__(self):
        self.actor = Actor()
        self.critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))
        self.log_alpha = torch.zeros(1, requires_grad=True)  #! decoy
        self.opt_actor = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.opt_alpha = torch.optim.Adam([self.log_alpha], lr=1e-3)

    def update(self, obs):
        action, log_prob = self.actor(obs)
        alpha = self.log_alpha.exp()  #~ backward-twice
        alpha_loss = -(alpha * (log_prob.detach() - 2.0)).mean()
        self.opt_alpha.zero_grad()
        alpha_loss.backward()  #~ backward-twice
        self.opt_alpha.step()

        value = self.critic(torch.cat([obs, action], dim=1)).squeeze(1)
        actor_loss = (alpha * log_prob - value).mean()  #~ backward-twice
        self.opt_actor.zero_grad()
        actor_loss.backward()
        self.opt_actor.step()
        return actor_loss.item()


def main():
    torch.manual_seed(0)
    agent = SAC()
    for step in range(3):
        print(step, agent.update(torch.randn(16, 4)))


if __name__ == "__main__":
    main()
