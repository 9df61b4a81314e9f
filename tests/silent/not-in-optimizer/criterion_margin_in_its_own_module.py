# file: main.py
import torch
from torch.utils.data import DataLoader, TensorDataset

from losses import ProxyLoss
from model import Embedder


class Experiment:
    def __init__(self):
        self.model = Embedder(8, 6)
        self.criterion = ProxyLoss(classes=4, dim=6)
        self.optimizer, self.scheduler = self.configure_optimizers()

    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05, momentum=0.9)  #~ not-in-optimizer
        return optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            total = 0.0
            for x, y in loader:
                loss = self.criterion(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss.item()  #! decoy
            self.scheduler.step()
            print(epoch, total / len(loader))


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 8)
    loader = DataLoader(TensorDataset(x, x[:, :4].argmax(1)), batch_size=16)  #! decoy
    Experiment().fit(loader, 3)


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
from torch.utils.data import DataLoader, TensorDataset

from losses import ProxyLoss
from model import Embedder


class Experiment:
    def __init__(self):
        self.model = Embedder(8, 6)
        self.criterion = ProxyLoss(classes=4, dim=6)
        self.optimizer, self.scheduler = self.configure_optimizers()

    def configure_optimizers(self):
        optimizer = torch.optim.SGD([*self.model.parameters(), *self.criterion.parameters()], lr=0.05, momentum=0.9)
        return optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            total = 0.0
            for x, y in loader:
                loss = self.criterion(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            self.scheduler.step()
            print(epoch, total / len(loader))


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 8)
    loader = DataLoader(TensorDataset(x, x[:, :4].argmax(1)), batch_size=16)
    Experiment().fit(loader, 3)


if __name__ == "__main__":
    main()
# file: losses.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ProxyLoss(nn.Module):
    def __init__(self, classes, dim):
        super().__init__()
        self.proxies = nn.Parameter(torch.randn(classes, dim))

    def forward(self, z, y):
        logits = F.normalize(z, dim=1) @ F.normalize(self.proxies, dim=1).t()
        return F.cross_entropy(8 * logits, y)
# file: model.py
import torch.nn as nn


class Embedder(nn.Sequential):
    def __init__(self, d, dim):
        super().__init__(nn.Linear(d, 16), nn.ReLU(), nn.Linear(16, dim))
