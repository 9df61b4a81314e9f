# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Solver:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 1))
        self.first = 0
        self.build()

    def choose(self):
        layers = self.model[self.first :]
        self.chosen = filter(lambda p: p.requires_grad, layers.parameters())

    def build(self):
        self.choose()
        self.optimizer = torch.optim.Adam([{"params": self.chosen}], lr=0.01)

    def train(self):
        for epoch in range(12):
            x = torch.randn(16, 5)
            loss = F.mse_loss(self.model(x).squeeze(-1), x.sum(1))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            if epoch == 5:
                self.first = 2
                self.build()
        print(loss.item())


torch.manual_seed(0)
Solver().train()
