# file: main.py
import torch
import torch.nn as nn

from world import World


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 16), nn.Linear(16, 1)

    def forward(self, obs):
        return self.b(torch.tanh(self.a(obs)))


def main(steps=12):
    torch.manual_seed(0)
    world, critic = World(), Critic()
    opt = torch.optim.SGD(critic.parameters(), lr=0.05)
    obs = torch.from_numpy(world.reset())  #~ untracked-write|untracked-change|shared-memory
    for step in range(steps):
        value = critic(obs)
        following, reward = world.step()
        with torch.no_grad():  #! decoy
            target = reward + 0.9 * critic(torch.from_numpy(following))
        loss = (target - value).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: world.py
import numpy as np


class World:
    """Writes every observation into one array."""

    def __init__(self):
        self.rng, self.obs = np.random.default_rng(0), np.zeros(3, dtype=np.float32)

    def reset(self):
        self.obs[:] = self.rng.normal(size=3)
        return self.obs

    def step(self):
        self.obs *= 0.9  #~ untracked-write|untracked-change|shared-memory
        self.obs += self.rng.normal(size=3).astype(np.float32)  #~ untracked-write|untracked-change|shared-memory
        return self.obs, float(self.obs.sum())
