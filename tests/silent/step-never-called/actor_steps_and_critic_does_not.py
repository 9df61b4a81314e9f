# file: main.py
import torch

from agent import Agent


def main(rounds=20):
    torch.manual_seed(0)
    agent = Agent()
    for i in range(rounds):
        states = torch.randn(32, 4)
        rewards = -states.square().sum(1)
        value = agent.fit_critic(states, rewards)
        score = agent.fit_actor(states)
        if i % 5 == 0:
            print(i, f"{value:.3f} {score:.3f}")


if __name__ == "__main__":
    main()
# file: agent.py
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.actor, self.critic = nn.Linear(4, 2), nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-2)

    def q(self, states, actions):
        return self.critic(torch.cat([states, actions], 1)).squeeze(1)

    def fit_critic(self, states, rewards):
        with torch.no_grad():
            actions = self.actor(states)
        loss = (self.q(states, actions) - rewards).square().mean()
        self.critic_optimizer.zero_grad()
        loss.backward()  #~ step-never-called
        return loss.item()

    def fit_actor(self, states):
        loss = -self.q(states, self.actor(states)).mean()
        self.actor_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()  #! decoy
        return loss.item()
# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
actor, critic = nn.Linear(4, 2), nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-2)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
for i in range(20):
    states = torch.randn(32, 4)
    with torch.no_grad():
        actions = actor(states)
    loss = (critic(torch.cat([states, actions], 1)).squeeze(1) + states.square().sum(1)).square().mean()
    critic_optimizer.zero_grad()
    loss.backward()
    critic_optimizer.step()
    score = -critic(torch.cat([states, actor(states)], 1)).mean()
    actor_optimizer.zero_grad()
    score.backward()
    actor_optimizer.step()
print(loss.item(), score.item())
