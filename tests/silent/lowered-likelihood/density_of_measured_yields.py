# file: main.py
import torch
from torch.distributions import Normal

from crops import Yield, fields


def main():
    torch.manual_seed(0)
    model = Yield()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for step in range(10):
        soil, measured = fields(32)
        mean, spread = model(soil)
        loss = Normal(mean, spread).log_prob(measured).mean()  #~ lowered-likelihood
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 3 == 2:
            print(step, f"{loss.item():.4f}")


main()
# file: quiet.py
import torch
from torch.distributions import Categorical, Normal

from crops import Yield, fields


def fit(model, steps=6):
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for _ in range(steps):
        soil, measured = fields(32)
        mean, spread = model(soil)
        loss = -Normal(mean, spread).log_prob(measured).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


def soften(policy, steps=6):
    """What is drawn from a policy becomes less probable: its entropy grows."""
    optimizer = torch.optim.SGD(policy.parameters(), lr=1e-2)
    for _ in range(steps):
        choices = Categorical(logits=policy(torch.randn(32, 4)))
        loss = choices.log_prob(choices.sample()).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


def avoid_costs(policy, steps=6):
    optimizer = torch.optim.SGD(policy.parameters(), lr=1e-2)
    for _ in range(steps):
        state, taken = torch.randn(32, 4), torch.randint(0, 3, (32,))
        cost = (taken == 1).float() + 0.1 * torch.rand(32)
        loss = (Categorical(logits=policy(state)).log_prob(taken) * cost).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


def main():
    torch.manual_seed(0)
    fit(Yield())
    soften(torch.nn.Linear(4, 3))
    avoid_costs(torch.nn.Linear(4, 3))


main()
# file: crops.py
import torch
from torch import nn


class Yield(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.mean, self.spread = nn.Linear(4, 16), nn.Linear(16, 1), nn.Linear(16, 1)

    def forward(self, soil):
        inner = torch.relu(self.inner(soil))
        return self.mean(inner).squeeze(1), nn.functional.softplus(self.spread(inner)).squeeze(1) + 0.1


def fields(n):
    soil = torch.randn(n, 4)
    return soil, soil[:, 0] - 0.5 * soil[:, 1] + 0.2 * torch.randn(n)
