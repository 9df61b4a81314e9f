# file: main.py
import math

import torch
import torch.nn as nn


class Fit:
    def __init__(self, net, rates, epochs):
        self.net, self.epochs = net, epochs
        groups = [{"params": part.parameters(), "lr": rate} for part, rate in zip(net, rates) if rate]
        self.optimizer = torch.optim.SGD(groups, lr=max(rates), momentum=0.9)
        scales = [lambda e, r=r: r * math.exp(-e / 5) for r in rates if r]
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, scales)  #~ rate-as-factor

    def run(self, batches):
        for epoch in range(self.epochs):
            for x in batches:
                loss = nn.functional.cross_entropy(self.net(x), x[:, :2].argmax(1))
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.schedule.step()
        return loss.item()


torch.manual_seed(6)
fit = Fit(nn.Sequential(nn.Linear(4, 12), nn.Sigmoid(), nn.Linear(12, 2)), [0.02, 0.0, 0.04], 8)
print(fit.run(list(torch.randn(5, 16, 4))))
# file: quiet.py
import math

import torch
import torch.nn as nn


class Fit:
    def __init__(self, net, rates, epochs):
        self.net, self.epochs = net, epochs
        groups = [{"params": part.parameters(), "lr": rate} for part, rate in zip(net, rates) if rate]
        self.optimizer = torch.optim.SGD(groups, lr=max(rates), momentum=0.9)
        scales = [lambda e, r=r: max(r, math.exp(-e / 5)) for r in rates if r]
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, scales)

    def run(self, batches):
        for epoch in range(self.epochs):
            for x in batches:
                loss = nn.functional.cross_entropy(self.net(x), x[:, :2].argmax(1))
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.schedule.step()
        return loss.item()


torch.manual_seed(6)
fit = Fit(nn.Sequential(nn.Linear(4, 12), nn.Sigmoid(), nn.Linear(12, 2)), [0.02, 0.0, 0.04], 8)
print(fit.run(list(torch.randn(5, 16, 4))))
