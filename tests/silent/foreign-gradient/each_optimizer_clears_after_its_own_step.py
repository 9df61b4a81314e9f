# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Loop:
    """Steps optimizers in turn, as a small framework does."""

    def __init__(self, generator, discriminator):
        self.g, self.d = generator, discriminator
        self.optimizers = [
            torch.optim.Adam(generator.parameters(), lr=2e-3),
            torch.optim.Adam(discriminator.parameters(), lr=2e-3),
        ]

    def loss(self, i, real):
        fake = self.g(torch.randn(real.size(0), 3))
        ones, zeros = torch.ones(real.size(0), 1), torch.zeros(real.size(0), 1)
        if i == 0:
            return F.binary_cross_entropy_with_logits(self.d(fake), ones)
        return F.binary_cross_entropy_with_logits(self.d(real), ones) + F.binary_cross_entropy_with_logits(
            self.d(fake.detach()), zeros
        )

    def fit(self, steps):
        for step in range(steps):
            real = torch.randn(16, 2) + 2
            for i, optimizer in enumerate(self.optimizers):
                self.loss(i, real).backward()
                optimizer.step()  #~ foreign-gradient
                optimizer.zero_grad()  #~ foreign-gradient


torch.manual_seed(0)
g = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
d = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
Loop(g, d).fit(20)
print("trained")
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Loop:
    """Steps optimizers in turn, as a small framework does."""

    def __init__(self, generator, discriminator):
        self.g, self.d = generator, discriminator
        self.optimizers = [
            torch.optim.Adam(generator.parameters(), lr=2e-3),
            torch.optim.Adam(discriminator.parameters(), lr=2e-3),
        ]

    def loss(self, i, real):
        fake = self.g(torch.randn(real.size(0), 3))
        ones, zeros = torch.ones(real.size(0), 1), torch.zeros(real.size(0), 1)
        if i == 0:
            return F.binary_cross_entropy_with_logits(self.d(fake), ones)
        return F.binary_cross_entropy_with_logits(self.d(real), ones) + F.binary_cross_entropy_with_logits(
            self.d(fake.detach()), zeros
        )

    def fit(self, steps):
        for step in range(steps):
            real = torch.randn(16, 2) + 2
            for i, optimizer in enumerate(self.optimizers):
                optimizer.zero_grad()
                self.loss(i, real).backward()
                optimizer.step()


torch.manual_seed(0)
g = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 2))
d = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
Loop(g, d).fit(20)
print("trained")
