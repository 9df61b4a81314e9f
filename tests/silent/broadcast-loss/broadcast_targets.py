# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class HousePrices(torch.utils.data.Dataset):
    def __init__(self):
        self.x = torch.randn(40, 5)
        self.y = self.x.sum(1)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for x, y in loader:
        loss = ((model(x) - y) ** 2).mean()  #~ broadcast-loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


torch.manual_seed(0)
loader = torch.utils.data.DataLoader(HousePrices(), batch_size=8, shuffle=True)
fit(nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1)), loader)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class HousePrices(torch.utils.data.Dataset):
    def __init__(self):
        self.x = torch.randn(40, 5)
        self.y = self.x.sum(1)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def fit(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for x, y in loader:
        loss = ((model(x).squeeze(1) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


torch.manual_seed(0)
loader = torch.utils.data.DataLoader(HousePrices(), batch_size=8, shuffle=True)
fit(nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1)), loader)
