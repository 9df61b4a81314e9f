# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Rollout:
    """One episode of graphs, used and forgotten."""

    def __init__(self):
        self.logps, self.values, self.rewards = [], [], []

    def add(self, logp, value, reward):
        self.logps.append(logp)
        self.values.append(value)
        self.rewards.append(reward)

    def loss(self):
        g, out = 0.0, []
        for r in reversed(self.rewards):
            g = r + 0.9 * g
            out.insert(0, g)
        returns, values = torch.tensor(out), torch.cat(self.values)
        adv = returns - values.detach()
        return -(torch.stack(self.logps) * adv).sum() + F.smooth_l1_loss(values, returns)


def main(episodes=6):
    torch.manual_seed(0)
    body, pi, v = nn.Linear(4, 16), nn.Linear(16, 2), nn.Linear(16, 1)
    opt = torch.optim.Adam([*body.parameters(), *pi.parameters(), *v.parameters()], lr=1e-2)
    running = 10.0
    for it in range(episodes):
        rollout, h = Rollout(), None
        for _ in range(12):
            s = torch.randn(4)
            h = torch.relu(body(s)) if h is None else 0.5 * h + torch.relu(body(s))
            dist = torch.distributions.Categorical(logits=pi(h))
            a = dist.sample()
            rollout.add(dist.log_prob(a), v(h), float(s[a]))
        loss = rollout.loss()
        opt.zero_grad()
        loss.backward()
        opt.step()
        running = 0.05 * sum(rollout.rewards) + 0.95 * running
        print(it, f"{loss.item():.4f} {running:.3f}")


if __name__ == "__main__":
    main()
