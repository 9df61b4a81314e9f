# file: main.py
import torch

from agent import SharedBody
from learner import Learner


def rollout(agent, steps=6, envs=4):
    obs, actions = torch.randn(steps, envs, 5), []
    with torch.no_grad():
        for t in range(steps):
            dist, _ = agent(obs[t])
            actions.append(dist.sample())
    rewards = (obs[..., 0] > 0).float()
    rewards -= rewards.mean()  #! decoy
    return obs.flatten(0, 1), torch.stack(actions).flatten(), rewards


def main():
    torch.manual_seed(0)
    agent = SharedBody()
    learner = Learner(agent)
    for episode in range(3):
        print(episode, learner.update(*rollout(agent)))


if __name__ == "__main__":
    main()
# file: agent.py
import torch
import torch.nn as nn


class SharedBody(nn.Module):
    def __init__(self, obs=5, actions=3, hidden=24):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)

    def forward(self, obs):
        h = self.body(obs)
        return torch.distributions.Categorical(logits=self.policy(h)), self.value(h).squeeze(-1)
# file: learner.py
import torch


class Learner:
    def __init__(self, agent, gamma=0.9):
        self.agent, self.gamma = agent, gamma
        body = list(agent.body.parameters())
        self.actor_opt = torch.optim.Adam(body + list(agent.policy.parameters()), lr=1e-3)
        self.critic_opt = torch.optim.Adam(body + list(agent.value.parameters()), lr=1e-3)

    def returns(self, rewards):
        out = torch.zeros_like(rewards)
        running = torch.zeros(rewards.size(1))
        for t in reversed(range(rewards.size(0))):
            running = rewards[t] + self.gamma * running
            out[t] = running  #! decoy
        return out.flatten()

    def update(self, obs, actions, rewards):
        dist, value = self.agent(obs)
        target = self.returns(rewards)
        advantage = target - value
        actor_loss = -(dist.log_prob(actions) * advantage.detach()).mean()
        critic_loss = advantage.pow(2).mean()

        self.actor_opt.zero_grad()
        actor_loss.backward(retain_graph=True)  #! decoy
        self.actor_opt.step()  #~ modified-in-place

        self.critic_opt.zero_grad()
        critic_loss.backward()
        self.critic_opt.step()  #! decoy
        return actor_loss.item(), critic_loss.item()
