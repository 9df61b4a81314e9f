# file: main.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


def make_model():
    return nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))


class Trainer:
    def __init__(self):
        self.model = make_model()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-2)
        self.best, self.saved = float("inf"), None

    def save(self):
        buffer = io.BytesIO()
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}, buffer)  #! decoy
        self.saved = buffer.getvalue()

    def resume(self):
        state = torch.load(io.BytesIO(self.saved))
        self.model = make_model()  #~ stale-optimizer
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])

    def fit(self, x, y, epochs):
        for _ in range(epochs):
            loss = F.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            if loss.item() < self.best:  #! decoy
                self.best = loss.item()
                self.save()


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 5)
    y = x.pow(2).sum(1, keepdim=True)
    trainer = Trainer()
    trainer.fit(x, y, 3)
    trainer.resume()
    trainer.fit(x, y, 5)
    print(trainer.best)


main()
# file: quiet.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F


def make_model():
    return nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))


class Trainer:
    def __init__(self):
        self.model = make_model()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-2)
        self.best, self.saved = float("inf"), None

    def save(self):
        buffer = io.BytesIO()
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict()}, buffer)
        self.saved = buffer.getvalue()

    def resume(self):
        state = torch.load(io.BytesIO(self.saved))
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])

    def fit(self, x, y, epochs):
        for _ in range(epochs):
            loss = F.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            if loss.item() < self.best:
                self.best = loss.item()
                self.save()


def main():
    torch.manual_seed(0)
    x = torch.randn(64, 5)
    y = x.pow(2).sum(1, keepdim=True)
    trainer = Trainer()
    trainer.fit(x, y, 3)
    trainer.resume()
    trainer.fit(x, y, 5)
    print(trainer.best)


main()
