# file: main.py
import torch
from torch import nn


def freeze(module):
    module.requires_grad_(False)


def unfreeze(module):
    module.requires_grad_(True)


class Transfer:
    def __init__(self, classes):
        self.net = nn.Sequential(nn.Conv1d(2, 6, 3), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(6, 10))
        freeze(self.net)
        self.net[-1] = nn.Linear(6, classes)
        unfreeze(self.net)  #~ undone-freeze
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, signals, labels):
        loss = nn.functional.cross_entropy(self.net(signals), labels)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
transfer = Transfer(3)
for _ in range(10):
    print(transfer.step(torch.randn(9, 2, 12), torch.randint(0, 3, (9,))))
# file: quiet.py
import torch
from torch import nn


class Transfer:
    """First the new head alone, then everything."""

    def __init__(self, classes):
        self.net = nn.Sequential(nn.Conv1d(2, 6, 3), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(6, 10))
        self.classes = classes

    def fit(self, steps):
        self.net.requires_grad_(False)
        self.net[-1] = nn.Linear(6, self.classes)
        self.train(steps, torch.optim.SGD(self.net[-1].parameters(), lr=0.1))
        self.net.requires_grad_(True)
        self.train(steps, torch.optim.SGD(self.net.parameters(), lr=0.01))

    def train(self, steps, optimizer):
        for _ in range(steps):
            loss = nn.functional.cross_entropy(self.net(torch.randn(9, 2, 12)), torch.randint(0, 3, (9,)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


torch.manual_seed(0)
Transfer(3).fit(10)
