# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Pair:
    """An encoder and its head, with slow copies of both."""

    def __init__(self):
        self.encoder = nn.Sequential(nn.Linear(10, 16), nn.ReLU())
        self.head = nn.Linear(16, 6)
        self.slow_encoder, self.slow_head = copy.deepcopy(self.encoder), copy.deepcopy(self.head)

    def fast(self, x):
        return self.head(self.encoder(x))

    @torch.no_grad()
    def slow(self, x):
        return self.slow_head(self.slow_encoder(x))

    @torch.no_grad()
    def follow(self, step):
        for slow, fast in zip(self.slow_encoder.parameters(), self.encoder.parameters()):
            slow.lerp_(fast, 0.1)  #! decoy
        if step % 3 == 2:
            self.slow_head.load_state_dict(self.slow_head.state_dict())  #~ self-load


def main():
    torch.manual_seed(0)
    pair = Pair()
    optimizer = torch.optim.Adam([*pair.encoder.parameters(), *pair.head.parameters()], lr=1e-2)
    for step in range(24):
        x = torch.randn(32, 10)
        one, other = pair.fast(x + 0.1 * torch.randn_like(x)), pair.slow(x + 0.1 * torch.randn_like(x))
        loss = 1 - F.cosine_similarity(one, other, dim=1).mean() + F.relu(1 - one.std(0)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        pair.follow(step)
    print(loss.item())


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

# The head is loaded every third step, while the encoder follows at each.


class Pair:
    def __init__(self):
        self.encoder = nn.Sequential(nn.Linear(10, 16), nn.ReLU())
        self.head = nn.Linear(16, 6)
        self.slow_encoder, self.slow_head = copy.deepcopy(self.encoder), copy.deepcopy(self.head)

    def fast(self, x):
        return self.head(self.encoder(x))

    @torch.no_grad()
    def slow(self, x):
        return self.slow_head(self.slow_encoder(x))

    @torch.no_grad()
    def follow(self, step):
        for slow, fast in zip(self.slow_encoder.parameters(), self.encoder.parameters()):
            slow.lerp_(fast, 0.1)
        if step % 3 == 2:
            self.slow_head.load_state_dict(self.head.state_dict())


def main():
    torch.manual_seed(0)
    pair = Pair()
    optimizer = torch.optim.Adam([*pair.encoder.parameters(), *pair.head.parameters()], lr=1e-2)
    for step in range(24):
        x = torch.randn(32, 10)
        one, other = pair.fast(x + 0.1 * torch.randn_like(x)), pair.slow(x + 0.1 * torch.randn_like(x))
        loss = 1 - F.cosine_similarity(one, other, dim=1).mean() + F.relu(1 - one.std(0)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        pair.follow(step)
    print(loss.item())


main()
