# file: main.py
import torch
import torch.nn as nn

from trainer import Trainer

torch.manual_seed(0)
trainer = Trainer(nn.Sequential(nn.Linear(5, 24), nn.BatchNorm1d(24), nn.Tanh(), nn.Linear(24, 1)))
trainer.run(5)
# file: trainer.py
import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3)

    @torch.no_grad()
    def measure(self):
        self.network.eval()  #~ eval-mode
        x = torch.randn(64, 5)
        return F.mse_loss(self.network(x).squeeze(1), x.prod(1)).item()

    def epoch(self):
        for _ in range(6):
            x = torch.randn(32, 5)
            loss = F.mse_loss(self.network(x).squeeze(1), x.prod(1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def run(self, epochs):
        best = self.measure()  #! decoy
        for number in range(epochs):
            self.epoch()
            best = min(best, self.measure())
            print(number, best)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    """Keeps the statistics of the pretraining: the network is in eval mode throughout, which its constructor says."""

    def __init__(self, network):
        self.network = network.eval()
        self.optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3)

    @torch.no_grad()
    def measure(self):
        self.network.eval()
        x = torch.randn(64, 5)
        return F.mse_loss(self.network(x).squeeze(1), x.prod(1)).item()

    def epoch(self):
        for _ in range(6):
            x = torch.randn(32, 5)
            loss = F.mse_loss(self.network(x).squeeze(1), x.prod(1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def run(self, epochs):
        best = self.measure()
        for number in range(epochs):
            self.epoch()
            best = min(best, self.measure())
            print(number, best)


torch.manual_seed(0)
Trainer(nn.Sequential(nn.Linear(5, 24), nn.BatchNorm1d(24), nn.Tanh(), nn.Linear(24, 1))).run(5)
