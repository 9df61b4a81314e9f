# file: main.py
import torch
import torch.nn as nn

from views import blurred, sharp


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(12, 24), nn.Tanh(), nn.Linear(24, 6))

    def forward(self, x):
        return nn.functional.normalize(self.body(x), dim=-1)


def fit(encoder, rounds):
    optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
    for _ in range(rounds):
        x = torch.randn(32, 12)
        anchor = encoder(sharp(x))
        anchor.detach()  #~ dropped-detach
        loss = (encoder(blurred(x)) - anchor).square().sum(-1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


torch.manual_seed(0)
fit(Encoder(), 8)
# file: views.py
import torch


def sharp(x):
    return x


def blurred(x):
    return 0.5 * x + 0.25 * x.roll(1, -1) + 0.25 * x.roll(-1, -1) + 0.05 * torch.randn_like(x)
# file: quiet.py
import torch
import torch.nn as nn

from views import blurred, sharp


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(12, 24), nn.Tanh(), nn.Linear(24, 6))

    def forward(self, x):
        return nn.functional.normalize(self.body(x), dim=-1)


def fit(encoder, rounds):
    optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
    for _ in range(rounds):
        x = torch.randn(32, 12)
        anchor = encoder(sharp(x))
        anchor = anchor.detach()
        loss = (encoder(blurred(x)) - anchor).square().sum(-1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


torch.manual_seed(0)
fit(Encoder(), 8)
