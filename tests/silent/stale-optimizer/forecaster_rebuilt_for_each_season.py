# file: main.py
import torch

from season import Forecasts


def main():
    torch.manual_seed(0)
    forecasts = Forecasts(n_in=4)
    for season in range(3):
        x = torch.randn(40, 4)
        y = x[:, :1] * (season + 1) + x[:, 1:2]
        loss = forecasts.learn(x, y, fresh=season > 0)  #! decoy
        print(season, loss)


main()
# file: season.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Forecasts:
    def __init__(self, n_in, lr=1e-2):
        self.n_in, self.lr, self.seasons = n_in, lr, 0
        self.net = self.optimizer = None

    def _network(self):
        return nn.Sequential(nn.Linear(self.n_in, 16), nn.Tanh(), nn.Linear(16, 1))

    def learn(self, x, y, fresh=False):
        if self.seasons == 0 or fresh:
            self.net = self._network()  #~ stale-optimizer
        if self.optimizer is None:
            self.optimizer = torch.optim.Adam(self.net.parameters(), lr=self.lr)  #~ stale-optimizer
        self.seasons += 1
        for _ in range(12):
            loss = F.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Forecasts:
    def __init__(self, n_in, lr=1e-2):
        self.n_in, self.lr = n_in, lr
        self.net = self.optimizer = None

    def learn(self, x, y, fresh=False):
        if self.net is None or fresh:
            self.net = nn.Sequential(nn.Linear(self.n_in, 16), nn.Tanh(), nn.Linear(16, 1))
            self.optimizer = torch.optim.Adam(self.net.parameters(), lr=self.lr)
        for _ in range(12):
            loss = F.mse_loss(self.net(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return loss.item()


torch.manual_seed(0)
forecasts = Forecasts(n_in=4)
for season in range(3):
    x = torch.randn(40, 4)
    print(forecasts.learn(x, x[:, :1] * (season + 1) + x[:, 1:2], fresh=season > 0))
