# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Parameter(torch.ones(3))
        self.value = nn.Linear(3, 3)
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        gate = torch.sigmoid(self.gate * x)  #~ saturated-value
        return self.head(gate * self.value(x))


def load_features(rows):
    raw = torch.rand(rows, 3) * 5000 + 4000
    target = (raw[:, :1] - 6500) / 2500
    return raw, target


def main():
    torch.manual_seed(5)
    features, target = load_features(50)
    model = Gated()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(features), target)
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.2f}")


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Parameter(torch.ones(3))
        self.value = nn.Linear(3, 3)
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        gate = torch.sigmoid(self.gate * x)
        return self.head(gate * self.value(x))


def load_features(rows):
    raw = torch.rand(rows, 3) * 5000 + 4000
    target = (raw[:, :1] - 6500) / 2500
    return (raw - raw.mean(0)) / raw.std(0), target


def main():
    torch.manual_seed(5)
    features, target = load_features(50)
    model = Gated()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(features), target)
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.2f}")


main()
