import torch
import torch.nn as nn


class GaussianPolicy(nn.Module):
    def __init__(self, obs=4, act=2, hidden=16):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs, hidden), nn.ReLU(inplace=True))  #! decoy
        self.mean = nn.Linear(hidden, act)
        self.log_std = nn.Linear(hidden, act)

    def forward(self, obs):
        h = self.trunk(obs)
        log_std = self.log_std(h)
        log_std.clamp_(-5, 2)  #! decoy
        std = log_std.exp()
        std.clamp_(min=0.05)  #~ modified-in-place
        return torch.distributions.Normal(self.mean(h), std)


def squashed(dist):
    raw = dist.rsample()
    action = torch.tanh(raw)
    log_prob = dist.log_prob(raw) - torch.log1p(-action.pow(2) + 1e-6)
    return action, log_prob.sum(-1)


def main():
    torch.manual_seed(0)
    policy = GaussianPolicy()
    critic = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1)).requires_grad_(False)
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-4)
    for step in range(3):
        obs = torch.randn(32, 4)
        action, log_prob = squashed(policy(obs))
        q = critic(torch.cat([obs, action], dim=-1)).squeeze(-1)
        loss = (0.2 * log_prob - q).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
