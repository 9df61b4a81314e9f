# file: main.py
import torch

from market import Pricer, returns


def fit(model, steps=120):
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-2)
    for step in range(steps):
        features, target = returns(48)
        error = model(features) - target
        loss = error.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 30 == 0:
            print(step, loss.item())  #! decoy


if __name__ == "__main__":
    torch.manual_seed(1)
    fit(Pricer())
# file: market.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def returns(n):
    features = torch.randn(n, 6)
    return features, features[:, 0] - 0.5 * features[:, 1] - 3.0


class Pricer(nn.Module):
    def __init__(self, width=20):
        super().__init__()
        self.first, self.second, self.last = nn.Linear(6, width), nn.Linear(width, width), nn.Linear(width, 1)

    def forward(self, x):
        x = F.relu(self.first(x))
        x = F.relu(self.second(x))
        return F.relu(self.last(x)).squeeze(-1)  #~ saturated-value
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from market import Pricer, returns


class Volatility(Pricer):
    """What cannot be negative, and is not."""


def spreads(n):
    features = torch.randn(n, 6)
    return features, features.abs().sum(1)


def fit(model, batches, loss_of, steps=120, lr=3e-2):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for step in range(steps):
        loss = loss_of(model, *batches(48))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


def squared(model, x, y):
    return (model(x) - y).pow(2).mean()


def sides(n):
    x = torch.randn(n, 6)
    side = torch.where(torch.arange(n) % 2 == 0, 1.0, -1.0)
    return x + 6 * side[:, None], side


def hinge(model, x, side):
    return F.relu(1 - side * model(x).squeeze(-1)).mean()


def bounded_likelihood(model, x, side):
    p = torch.sigmoid(model(x).squeeze(-1)).clamp(1e-6, 1 - 1e-6)
    wanted = (side + 1) / 2
    return -(wanted * p.log() + (1 - wanted) * (1 - p).log()).mean()


if __name__ == "__main__":
    torch.manual_seed(1)
    fit(Volatility(), spreads, squared)
    fit(nn.Linear(6, 1), sides, hinge, lr=0.2)
    fit(nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1)), sides, bounded_likelihood, lr=0.2)
