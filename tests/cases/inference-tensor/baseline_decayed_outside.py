import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 4))

    def forward(self, x):
        return torch.distributions.Categorical(logits=self.net(x))


@torch.inference_mode()  #~ inference-tensor
def initial_baseline(policy, n=64):
    """Average reward of the untrained policy per action."""
    action = policy(torch.randn(n, 3)).sample()
    baseline = torch.zeros(4)
    baseline.index_add_(0, action, reward_of(action))  #! decoy
    return baseline / n


def reward_of(action):
    return (action == 2).float()


def main():
    torch.manual_seed(0)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    baseline = initial_baseline(policy)  #~ inference-tensor
    for step in range(3):
        dist = policy(torch.randn(16, 3))
        action = dist.sample()
        reward = reward_of(action)
        loss = -(dist.log_prob(action) * (reward - baseline.mean().item())).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        baseline *= 0.9  #~ inference-tensor
        baseline += 0.1 * reward.mean()
        print(step, loss.item())


if __name__ == "__main__":
    main()
