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
