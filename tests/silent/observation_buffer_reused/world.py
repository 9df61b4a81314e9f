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
