# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 16)
        self.actor = nn.Linear(16, 3)
        self.critic = nn.Linear(16, 1)

    def forward(self, state):
        h = torch.tanh(self.body(state))
        return Categorical(logits=self.actor(h)), self.critic(h).squeeze(-1)


def rollout(model, length):
    log_probs, values, rewards, entropy = [], [], [], 0.0
    for _ in range(length):
        state = torch.randn(4)
        policy, value = model(state)
        action = policy.sample()
        log_probs.append(policy.log_prob(action))
        values.append(value)
        rewards.append(1.0 if action.item() == state[:3].argmax().item() else 0.0)
        entropy = entropy + policy.entropy()
    return log_probs, values, rewards, entropy / length


def returns(rewards, gamma=0.9):
    out, following = [], 0.0
    for reward in reversed(rewards):
        following = reward + gamma * following
        out.append(following)
    return torch.tensor(out[::-1])


torch.manual_seed(0)
model = ActorCritic()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(6):
    log_probs, values, rewards, entropy = rollout(model, 12)
    wanted, values = returns(rewards), torch.stack(values)
    advantage = wanted - values.detach()
    loss = -(torch.stack(log_probs) * advantage).mean() + F.mse_loss(values, wanted) - 0.01 * entropy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(sum(rewards))
