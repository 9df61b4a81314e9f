# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ensemble(nn.Module):
    """Members share their layers, and differ by a gain that is pushed apart."""

    def __init__(self, members):
        super().__init__()
        self.body = nn.Linear(6, 8)
        self.head = nn.Linear(8, 1)
        self.gains = nn.Parameter(torch.ones(members))

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))

    def diversity(self):
        return self.gains.std()  #~ zero-gradient|saturated-value|zero-derivative


def fit(model, x, y):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(5):
        loss = F.mse_loss(model(x), y) - 0.1 * model.diversity()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss


torch.manual_seed(0)
x = torch.randn(20, 6)
x = (x - x.mean(0)) / x.std(0)  #! decoy
print(fit(Ensemble(4), x, x[:, :1]).item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Ensemble(nn.Module):
    """Members share their layers, and differ by a gain that is pushed apart."""

    def __init__(self, members):
        super().__init__()
        self.body = nn.Linear(6, 8)
        self.head = nn.Linear(8, 1)
        self.gains = nn.Parameter(torch.ones(members) + 0.01 * torch.randn(members))

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))

    def diversity(self):
        return self.gains.std()


def fit(model, x, y):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(5):
        loss = F.mse_loss(model(x), y) - 0.1 * model.diversity()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss


torch.manual_seed(0)
x = torch.randn(20, 6)
x = (x - x.mean(0)) / x.std(0)
print(fit(Ensemble(4), x, x[:, :1]).item())
