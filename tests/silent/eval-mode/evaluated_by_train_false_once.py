# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Learner:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(6, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 2))
        self.opt = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def score(self, x, y):
        self.net.train(False)  #~ eval-mode
        with torch.inference_mode():
            return (self.net(x).argmax(1) == y).float().mean().item()

    def fit(self, epochs):
        self.net.train()
        for epoch in range(epochs):
            for _ in range(4):
                x = torch.randn(32, 6)
                loss = F.cross_entropy(self.net(x), (x[:, 0] > 0).long())
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
            v = torch.randn(64, 6)
            print(epoch, self.score(v, (v[:, 0] > 0).long()))


torch.manual_seed(0)
Learner().fit(6)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Learner:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(6, 32), nn.BatchNorm1d(32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 2))
        self.opt = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def score(self, x, y):
        self.net.train(False)
        with torch.inference_mode():
            return (self.net(x).argmax(1) == y).float().mean().item()

    def fit(self, epochs):
        for epoch in range(epochs):
            self.net.train(True)
            for _ in range(4):
                x = torch.randn(32, 6)
                loss = F.cross_entropy(self.net(x), (x[:, 0] > 0).long())
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
            v = torch.randn(64, 6)
            print(epoch, self.score(v, (v[:, 0] > 0).long()))


torch.manual_seed(0)
Learner().fit(6)
