# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value):
        self.total += value  #~ growing-graph
        self.count += 1

    def mean(self):
        return float(self.total) / self.count


def epoch(model, optimizer, batches):
    meter = Meter()
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.add(loss)
    return meter.mean()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
batches = [(x, x.sum(1, keepdim=True)) for x in torch.randn(10, 8, 4)]
print(epoch(model, optimizer, batches))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Meter:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def add(self, value):
        self.total += value.item()
        self.count += 1

    def mean(self):
        return float(self.total) / self.count


def epoch(model, optimizer, batches):
    meter = Meter()
    for x, y in batches:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meter.add(loss)
    return meter.mean()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
batches = [(x, x.sum(1, keepdim=True)) for x in torch.randn(10, 8, 4)]
print(epoch(model, optimizer, batches))
