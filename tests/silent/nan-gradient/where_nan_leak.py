# file: main.py
import torch
import torch.nn as nn


class SignedRoot(nn.Module):
    """Square root of what is positive, a line below that."""

    def forward(self, x):
        return torch.where(x > 0, torch.sqrt(x), 0.1 * x)  #~ nan-gradient|nan-value


def build():
    return nn.Sequential(nn.Linear(5, 12), SignedRoot(), nn.Linear(12, 1))


def train(model, x, y, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        loss = (model(x) - y).abs().mean()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.randn(20, 5)
    train(build(), x, x[:, :1], 5)
# file: quiet.py
import torch
import torch.nn as nn


class SignedRoot(nn.Module):
    """Square root of what is positive, a line below that."""

    def forward(self, x):
        return torch.where(x > 0, torch.sqrt(x.clamp(min=1e-6)), 0.1 * x)


def build():
    return nn.Sequential(nn.Linear(5, 12), SignedRoot(), nn.Linear(12, 1))


def train(model, x, y, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(steps):
        optimizer.zero_grad()
        loss = (model(x) - y).abs().mean()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.randn(20, 5)
    train(build(), x, x[:, :1], 5)
