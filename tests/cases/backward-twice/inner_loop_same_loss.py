import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self, obs=4, actions=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 16), nn.Tanh(), nn.Linear(16, actions))

    def forward(self, obs):
        return torch.distributions.Categorical(logits=self.net(obs))


def collect(policy, n=32):
    obs = torch.randn(n, 4)
    with torch.no_grad():
        dist = policy(obs)
        actions = dist.sample()
        old = dist.log_prob(actions)  #! decoy
    return obs, actions, old, torch.randn(n)


def improve(policy, optimizer, batch, epochs=3, clip=0.2):
    obs, actions, old, advantage = batch
    ratio = torch.exp(policy(obs).log_prob(actions) - old)  #~ backward-twice
    for _ in range(epochs):
        bounded = ratio.clamp(1 - clip, 1 + clip)
        loss = -torch.min(ratio * advantage, bounded * advantage).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    for update in range(2):
        print(update, improve(policy, optimizer, collect(policy)))


if __name__ == "__main__":
    main()
