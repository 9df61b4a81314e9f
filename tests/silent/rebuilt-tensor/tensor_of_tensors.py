# file: main.py
import torch
import torch.nn as nn


class Mixture(nn.Module):
    """Weights of three experts are learned as logits, and one scale for all."""

    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(4, 1) for _ in range(3))
        self.logits = nn.Parameter(torch.zeros(3))

    def weights(self):
        total = self.logits.exp().sum()
        return torch.tensor([logit.exp() / total for logit in self.logits])  #~ rebuilt-tensor

    def forward(self, x):
        outputs = torch.cat([expert(x) for expert in self.experts], dim=1)
        return (outputs * self.weights()).sum(1)


def train(model, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
    x = torch.randn(50, 4)
    target = torch.tensor([1.0, -1.0, 0.5, 0.0])  #! decoy
    y = x @ target
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        print(f"{loss:.4f}")


torch.manual_seed(0)
train(Mixture(), 6)
# file: quiet.py
import torch
import torch.nn as nn


class Mixture(nn.Module):
    """Weights of three experts are learned as logits, and one scale for all."""

    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(4, 1) for _ in range(3))
        self.logits = nn.Parameter(torch.zeros(3))

    def weights(self):
        total = self.logits.exp().sum()
        return torch.stack([logit.exp() / total for logit in self.logits])

    def forward(self, x):
        outputs = torch.cat([expert(x) for expert in self.experts], dim=1)
        return (outputs * self.weights()).sum(1)


def train(model, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
    x = torch.randn(50, 4)
    target = torch.tensor([1.0, -1.0, 0.5, 0.0])
    y = x @ target
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        print(f"{loss:.4f}")


torch.manual_seed(0)
train(Mixture(), 6)
