# file: quiet.py
import torch
import torch.nn.functional as F

from policy import ActorCritic, collect


def update(net, optimizer, batch, clip=0.2):
    dist, value = net(batch["obs"])
    advantage = (batch["returns"] - value).detach()
    log_prob = dist.log_prob(batch["action"])
    ratio = (log_prob - batch["log_prob"]).exp()
    surrogate = torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
    loss = -surrogate.mean() + 0.5 * F.mse_loss(value, batch["returns"])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    net = ActorCritic()
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    for iteration in range(4):
        batch = collect(net)
        for _ in range(2):
            loss = update(net, optimizer, batch)
        print(iteration, loss, batch["returns"].mean().item())


if __name__ == "__main__":
    main()
# file: policy.py
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


@torch.no_grad()
def collect(net, n=64):
    obs = torch.randn(n, 3)
    dist, _ = net(obs)
    action = dist.sample()
    reward = torch.where(action == (obs[:, 0] > 0).long(), 1.0, 0.0)
    return {"obs": obs, "action": action, "log_prob": dist.log_prob(action), "returns": reward}
