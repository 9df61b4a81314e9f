# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv1d(1, 8, 3, padding=1), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.stem(x).mean(-1))


def freeze(part):
    for module in part.modules():
        if isinstance(module, nn.BatchNorm1d):
            module.eval()
    part.requires_grad_(False)


def train(model, epochs=3):
    optimizer = torch.optim.Adam(model.head.parameters(), lr=1e-2)
    for epoch in range(epochs):
        model.train()  #~ undone-eval
        for _ in range(4):
            x = torch.randn(16, 1, 12)
            loss = F.cross_entropy(model(x), (x.mean((1, 2)) > 0).long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            print(epoch, model(torch.randn(4, 1, 12)).norm().item())


torch.manual_seed(0)
model = Detector()
freeze(model.stem)
train(model)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv1d(1, 8, 3, padding=1), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.stem(x).mean(-1))

    def train(self, mode=True):
        super().train(mode)
        self.stem.eval()
        return self



def freeze(part):
    for module in part.modules():
        if isinstance(module, nn.BatchNorm1d):
            module.eval()
    part.requires_grad_(False)


def train(model, epochs=3):
    optimizer = torch.optim.Adam(model.head.parameters(), lr=1e-2)
    for epoch in range(epochs):
        model.train()
        for _ in range(4):
            x = torch.randn(16, 1, 12)
            loss = F.cross_entropy(model(x), (x.mean((1, 2)) > 0).long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            print(epoch, model(torch.randn(4, 1, 12)).norm().item())


torch.manual_seed(0)
model = Detector()
freeze(model.stem)
train(model)
