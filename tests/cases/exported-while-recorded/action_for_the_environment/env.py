import numpy as np


class PointMass:
    def __init__(self, seed=0):
        self.random = np.random.default_rng(seed)

    def reset(self):
        self.position = self.random.normal(size=2).astype(np.float32)
        self.speed = np.zeros(2, np.float32)
        return np.concatenate([self.position, self.speed])

    def step(self, action):
        self.speed = self.speed + 0.1 * np.clip(action, -1, 1)
        self.position = self.position + 0.1 * self.speed
        return np.concatenate([self.position, self.speed]), -float(np.abs(self.position).sum())
