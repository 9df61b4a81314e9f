# file: main.py
import torch
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau


class Fitter:
    def __init__(self, model, patience=1):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        self.plateau = ReduceLROnPlateau(self.optimizer, factor=0, patience=patience)  #~ vanishing-update

    def epoch(self):
        total = 0.0
        for _ in range(5):
            x = torch.randn(8, 3)
            loss = nn.functional.smooth_l1_loss(self.model(x), torch.randn(8, 1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total

    def fit(self, epochs):
        for _ in range(epochs):
            self.plateau.step(self.epoch())  #! decoy


torch.manual_seed(0)
Fitter(nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 1))).fit(24)
# file: quiet.py
import torch
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau


class Fitter:
    def __init__(self, model, patience=1):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        self.plateau = ReduceLROnPlateau(self.optimizer, factor=0.5, patience=patience, min_lr=1e-3)

    def epoch(self):
        total = 0.0
        for _ in range(5):
            x = torch.randn(8, 3)
            loss = nn.functional.smooth_l1_loss(self.model(x), torch.randn(8, 1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total

    def fit(self, epochs):
        for _ in range(epochs):
            self.plateau.step(self.epoch())


torch.manual_seed(0)
Fitter(nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 1))).fit(24)
