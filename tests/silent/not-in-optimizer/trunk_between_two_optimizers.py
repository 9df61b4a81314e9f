# file: main.py
import torch
import torch.nn.functional as F
from agent import Agent


def episodes(n):
    state = torch.randn(n, 6)
    action = torch.randint(0, 3, (n,))
    reward = (state[:, 0] > 0).float() - 0.1 * action.float()
    return state, action, reward


def main():
    torch.manual_seed(0)
    agent = Agent(6, 3)
    policy_step = torch.optim.Adam(agent.policy.parameters(), lr=1e-2)  #~ not-in-optimizer
    value_step = torch.optim.Adam(agent.value.parameters(), lr=1e-2)  #~ not-in-optimizer
    for step in range(12):
        state, action, reward = episodes(32)
        logits, value = agent(state)
        advantage = reward - value.detach()
        chosen = F.log_softmax(logits, dim=1).gather(1, action[:, None]).squeeze(1)
        policy_step.zero_grad()
        value_step.zero_grad()
        loss = -(chosen * advantage).mean() + F.mse_loss(value, reward)  #! decoy
        loss.backward()
        policy_step.step()
        value_step.step()
    print(loss.item())


main()
# file: agent.py
import torch.nn as nn


class Agent(nn.Module):
    def __init__(self, wide, actions):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(wide, 16), nn.LayerNorm(16), nn.Tanh())
        self.policy = nn.Linear(16, actions)
        self.value = nn.Sequential(nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                nn.init.orthogonal_(layer.weight)
                nn.init.zeros_(layer.bias)

    def forward(self, state):
        h = self.trunk(state)
        return self.policy(h), self.value(h).squeeze(1)
# file: quiet.py
import torch
import torch.nn.functional as F
from agent import Agent

# The trunk was trained by imitation before; each head then gets its own optimizer, and the trunk stays.


def main():
    torch.manual_seed(0)
    agent = Agent(6, 3)
    imitation = torch.optim.Adam(agent.parameters(), lr=1e-2)
    for step in range(6):
        state = torch.randn(32, 6)
        logits, value = agent(state)
        imitation.zero_grad()
        (F.cross_entropy(logits, (state[:, 0] > 0).long()) + value.square().mean()).backward()
        imitation.step()
    policy_step = torch.optim.Adam(agent.policy.parameters(), lr=1e-2)
    value_step = torch.optim.Adam(agent.value.parameters(), lr=1e-2)
    for step in range(12):
        state = torch.randn(32, 6)
        reward = state[:, 0]
        logits, value = agent(state)
        chosen = F.log_softmax(logits, dim=1)[:, 1]
        agent.zero_grad()
        (-(chosen * (reward - value.detach())).mean() + F.mse_loss(value, reward)).backward()
        policy_step.step()
        value_step.step()
    print(value.mean().item())


main()
