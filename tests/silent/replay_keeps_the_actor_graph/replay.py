import random

import torch


class Replay:
    def __init__(self, seed=0):
        self.items, self.rng = [], random.Random(seed)

    def add(self, s, a, r, s2):
        self.items.append((s, a, r, s2))  #~ growing-graph

    def sample(self, n):
        s, a, r, s2 = zip(*self.rng.sample(self.items, n))
        return torch.stack(s), torch.stack(a), torch.tensor(r), torch.stack(s2)
