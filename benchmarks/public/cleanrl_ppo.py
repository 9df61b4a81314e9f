"""Proximal policy optimisation with clipped ratios and values: after CleanRL."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical


def layer(inside: int, out: int, gain: float = 2**0.5) -> nn.Linear:
    made = nn.Linear(inside, out)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.constant_(made.bias, 0.0)
    return made


class Agent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.critic = nn.Sequential(layer(4, 16), nn.Tanh(), layer(16, 16), nn.Tanh(), layer(16, 1, 1.0))
        self.actor = nn.Sequential(layer(4, 16), nn.Tanh(), layer(16, 16), nn.Tanh(), layer(16, 2, 0.01))

    def act(self, x: Tensor, action: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        choice = Categorical(logits=self.actor(x))
        action = choice.sample() if action is None else action
        return action, choice.log_prob(action), choice.entropy(), self.critic(x)


torch.manual_seed(0)
np.random.seed(0)
steps, envs, updates = 16, 4, 4
agent = Agent()
optimizer = torch.optim.Adam(agent.parameters(), lr=2.5e-4, eps=1e-5)
obs, next_obs, next_done = torch.zeros(steps, envs, 4), torch.randn(envs, 4), torch.zeros(envs)
actions, logs, rewards, dones, values = (torch.zeros(steps, envs) for _ in range(5))
for update in range(updates):
    optimizer.param_groups[0]["lr"] = (1 - update / updates) * 2.5e-4
    for step in range(steps):
        obs[step], dones[step] = next_obs, next_done
        with torch.no_grad():
            action, log, _, value = agent.act(next_obs)
            values[step] = value.flatten()
        actions[step], logs[step] = action, log
        next_obs = next_obs + 0.1 * torch.randn(envs, 4) + 0.05 * (action[:, None] * 2 - 1)
        rewards[step] = torch.tensor((next_obs.abs().max(1).values < 2).numpy()).view(-1).float()
        next_done = (torch.rand(envs) < 0.05).float()
    with torch.no_grad():
        advantages, last = torch.zeros_like(rewards), 0
        after = agent.critic(next_obs).reshape(1, -1)
        for t in reversed(range(steps)):
            goes_on = 1.0 - (next_done if t == steps - 1 else dones[t + 1])
            delta = rewards[t] + 0.99 * (after if t == steps - 1 else values[t + 1]) * goes_on - values[t]
            advantages[t] = last = delta + 0.99 * 0.95 * goes_on * last
        returns = advantages + values
    flat = [v.reshape(-1) for v in (logs, actions, advantages, returns, values)]
    b_logs, b_actions, b_advantages, b_returns, b_values = flat
    indices, fractions = np.arange(steps * envs), []
    for _ in range(2):
        np.random.shuffle(indices)
        for start in range(0, steps * envs, 16):
            of = indices[start : start + 16]
            _, log, entropy, value = agent.act(obs.reshape(-1, 4)[of], b_actions.long()[of])
            log_ratio = log - b_logs[of]
            ratio = log_ratio.exp()
            with torch.no_grad():
                fractions += [((ratio - 1.0).abs() > 0.2).float().mean().item()]
            given = b_advantages[of]
            given = (given - given.mean()) / (given.std() + 1e-8)
            policy_loss = torch.max(-given * ratio, -given * torch.clamp(ratio, 0.8, 1.2)).mean()
            value = value.view(-1)
            clipped = b_values[of] + torch.clamp(value - b_values[of], -0.2, 0.2)
            value_loss = 0.5 * torch.max((value - b_returns[of]) ** 2, (clipped - b_returns[of]) ** 2).mean()
            loss = policy_loss - 0.01 * entropy.mean() + value_loss * 0.5
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    print(update, loss.item(), np.mean(fractions))
