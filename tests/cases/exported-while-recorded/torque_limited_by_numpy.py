# file: main.py
import numpy as np
import torch
import torch.nn as nn

from pendulum import rollout


def main():
    torch.manual_seed(0)
    policy = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    rng = np.random.default_rng(0)
    for step in range(3):
        theta0 = torch.from_numpy(rng.uniform(-1, 1, size=8)).float()  #! decoy
        cost = rollout(policy, theta0)
        opt.zero_grad()
        cost.backward()
        opt.step()
        print(step, cost.item())


main()
# file: pendulum.py
import numpy as np
import torch


def rollout(policy, theta, steps=10, dt=0.05):
    speed = torch.zeros_like(theta)
    cost = 0.0
    for _ in range(steps):
        state = torch.stack([theta.cos(), theta.sin(), speed], -1)
        torque = np.clip(policy(state).squeeze(-1), -2.0, 2.0)  #~ exported-while-recorded
        speed = torch.clamp(speed + dt * (15 * theta.sin() + 3 * torque), -8, 8)
        theta = theta + dt * speed
        cost = cost + (theta ** 2 + 0.1 * speed ** 2).mean()
    return cost / steps
