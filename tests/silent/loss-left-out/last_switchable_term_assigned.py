# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Inverter:
    def __init__(self, factors):
        self.net = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))
        self.factors = factors
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def criterion(self, code, x):
        total, terms = 0.0, {}
        if self.factors["near"] > 0:
            terms["near"] = F.l1_loss(code, x[:, :4])
            total += terms["near"] * self.factors["near"]
        if self.factors["flat"] > 0:
            terms["flat"] = code.diff(dim=1).pow(2).mean()
            total += self.factors["flat"] * terms["flat"]
        if self.factors["size"] > 0:
            terms["size"] = code.norm(dim=1).mean()
            total = terms["size"] * self.factors["size"]  #~ loss-left-out
        return total, terms

    def step(self, x):
        total, terms = self.criterion(self.net(x), x)
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        return {name: value.item() for name, value in terms.items()}


torch.manual_seed(0)
inverter = Inverter({"near": 1.0, "flat": 0.5, "size": 0.01})
for _ in range(12):
    inverter.step(torch.randn(16, 8))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Inverter:
    def __init__(self, factors):
        self.net = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))
        self.factors = factors
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def criterion(self, code, x):
        total = F.l1_loss(code, x[:, :4])
        if self.factors["robust"] > 0:
            total = F.smooth_l1_loss(code, x[:, :4])
        return total

    def step(self, x):
        total = self.criterion(self.net(x), x)
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()


torch.manual_seed(0)
inverter = Inverter({"robust": 1.0})
for _ in range(12):
    inverter.step(torch.randn(16, 8))
