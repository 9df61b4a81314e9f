import torch
import torch.nn as nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)

    def forward(self, obs):
        return Categorical(logits=self.net(obs))


class Environment:
    payout = torch.tensor([0.1, 0.9, 0.3, 0.5])

    def reward(self, action):
        return self.payout[action] - 0.01 * action.float()


def main():
    torch.manual_seed(0)
    policy, env = Policy(), Environment()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    baseline = 0.0
    for step in range(3):
        dist = policy(torch.randn(16, 3))
        action = dist.sample()  #~ sampled-value
        reward = env.reward(action)
        entropy = dist.entropy().mean().item()  #! decoy
        baseline = 0.9 * baseline + 0.1 * reward.mean().item()  #! decoy
        loss = -(reward - baseline).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), entropy)


if __name__ == "__main__":
    main()
