"""REINFORCE with normalised returns, whole episodes: after pytorch/examples, reinforcement_learning."""

import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(4, 32), nn.Dropout(0.6), nn.ReLU(), nn.Linear(32, 2), nn.Softmax(dim=1))
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
running = 10.0
for episode in range(12):
    state, rewards, saved = torch.randn(4) * 0.05, [], []
    for _ in range(20):
        choice = Categorical(policy(state.unsqueeze(0)))
        action = choice.sample()
        saved.append(choice.log_prob(action))
        state = state + 0.1 * torch.randn(4) + 0.05 * (action.item() * 2 - 1)
        rewards.append(float(state.abs().max() < 1))
    running = 0.05 * sum(rewards) + 0.95 * running
    returns, value = [], 0.0
    for reward in reversed(rewards):
        value = reward + 0.99 * value
        returns.insert(0, value)
    wanted = torch.tensor(returns)
    wanted = (wanted - wanted.mean()) / (wanted.std() + 1e-7)
    loss = torch.cat([-log * r for log, r in zip(saved, wanted, strict=True)]).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(episode, loss.item(), running)
