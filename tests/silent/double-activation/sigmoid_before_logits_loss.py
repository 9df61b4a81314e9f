# file: main.py
import torch
import torch.nn as nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(7, 14), nn.ReLU(), nn.Linear(14, 1))

    def forward(self, x):
        return torch.sigmoid(self.net(x)).squeeze(1)  #~ double-activation


def fit(model, x, y, criterion):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        loss = criterion(model(x), y)  #~ double-activation
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
x = torch.randn(30, 7)
print(fit(Detector(), x, (x[:, 0] > 0).float(), nn.BCEWithLogitsLoss()))
# file: quiet.py
import torch
import torch.nn as nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(7, 14), nn.ReLU(), nn.Linear(14, 1))

    def forward(self, x):
        return self.net(x).squeeze(1)


def fit(model, x, y, criterion):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
x = torch.randn(30, 7)
print(fit(Detector(), x, (x[:, 0] > 0).float(), nn.BCEWithLogitsLoss()))
