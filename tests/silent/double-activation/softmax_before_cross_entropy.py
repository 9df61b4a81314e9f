# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 20), nn.ReLU())
        self.head = nn.Linear(20, 4)

    def forward(self, x):
        return F.softmax(self.head(self.body(x)), dim=1)  #~ double-activation

    def probabilities(self, x):
        return F.softmax(self.head(self.body(x)), dim=1)  #! decoy


def train(model, x, y):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(8):
        optimizer.zero_grad()
        loss = criterion(model(x), y)  #~ double-activation
        loss.backward()
        optimizer.step()
    return loss.item(), model.probabilities(x).max().item()


torch.manual_seed(0)
print(train(Classifier(), torch.randn(40, 8), torch.randint(4, (40,))))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 20), nn.ReLU())
        self.head = nn.Linear(20, 4)

    def forward(self, x):
        return self.head(self.body(x))

    def probabilities(self, x):
        return F.softmax(self.head(self.body(x)), dim=1)


def train(model, x, y):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(8):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    return loss.item(), model.probabilities(x).max().item()


torch.manual_seed(0)
print(train(Classifier(), torch.randn(40, 8), torch.randint(4, (40,))))
