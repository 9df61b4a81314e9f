import random

import torch


class Replay:
    def __init__(self, size=50):
        self.size, self.items = size, []

    def push(self, *item):
        self.items.append(item)  #~ backward-twice
        del self.items[:-self.size]

    def sample(self, n):
        rows = [random.choice(self.items) for _ in range(n)]
        belief, action, reward, following = zip(*rows)
        return torch.stack(belief), torch.tensor(action), torch.tensor(reward), torch.stack(following)
