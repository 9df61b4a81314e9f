# file: quiet.py
import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(12, 24), nn.Tanh(), nn.Linear(24, 6))

    def forward(self, x):
        return nn.functional.normalize(self.body(x), dim=-1)


class Kept:
    """A value that is cut off in place."""

    def __init__(self, value):
        self.value = value

    def detach(self):
        self.value = self.value.detach()


def fit(encoder, rounds):
    optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
    for _ in range(rounds):
        x = torch.randn(32, 12)
        anchor = Kept(encoder(x))
        anchor.detach()
        moved = encoder(x + 0.1)
        moved.detach_()
        loss = (encoder(x + 0.05 * torch.randn_like(x)) - anchor.value).square().sum(-1).mean()
        loss = loss + (encoder(x) - moved).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


torch.manual_seed(0)
fit(Encoder(), 8)
