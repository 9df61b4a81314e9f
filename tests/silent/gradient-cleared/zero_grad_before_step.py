# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Engine:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def backward(self, loss):
        loss.backward()

    def update(self):
        self.optimizer.zero_grad()  #~ gradient-cleared
        self.optimizer.step()

    def fit(self, x, y, steps):
        for _ in range(steps):
            loss = F.mse_loss(self.model(x), y)
            self.backward(loss)
            self.update()
        return loss.item()


torch.manual_seed(0)
x = torch.randn(32, 4)
print(Engine(nn.Sequential(nn.Linear(4, 8), nn.ELU(), nn.Linear(8, 1))).fit(x, x.sum(1, keepdim=True), 7))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Engine:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def backward(self, loss):
        loss.backward()

    def update(self):
        self.optimizer.step()
        self.optimizer.zero_grad()

    def fit(self, x, y, steps):
        for _ in range(steps):
            loss = F.mse_loss(self.model(x), y)
            self.backward(loss)
            self.update()
        return loss.item()


torch.manual_seed(0)
x = torch.randn(32, 4)
print(Engine(nn.Sequential(nn.Linear(4, 8), nn.ELU(), nn.Linear(8, 1))).fit(x, x.sum(1, keepdim=True), 7))
