# file: main.py
import torch

from fewshot.learner import Learner
from fewshot.meta import MetaTrainer


def task():
    slope, shift = torch.randn(2)
    x = torch.linspace(-1, 1, 10)[:, None]
    return {"support": (x[::2], slope * x[::2] + shift), "query": (x[1::2], slope * x[1::2] + shift)}


def main():
    torch.manual_seed(0)
    trainer = MetaTrainer(Learner(), tasks=task, check_every=2)
    for loss in trainer.run(6):
        print(loss)


if __name__ == "__main__":
    main()
# file: fewshot/__init__.py
# file: fewshot/learner.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call


class Learner(nn.Module):
    def __init__(self, lr=0.1):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
        self.lr = lr

    def loss(self, weights, data):
        x, y = data
        return F.mse_loss(functional_call(self.net, weights, (x,)), y)

    def adapt(self, support):
        weights = dict(self.net.named_parameters())
        with torch.enable_grad():  #! decoy
            grads = torch.autograd.grad(self.loss(weights, support), list(weights.values()), create_graph=self.training)
        return {name: w - self.lr * g for (name, w), g in zip(weights.items(), grads)}

    def forward(self, task):
        with torch.set_grad_enabled(self.training):  #~ grad-disabled
            return self.loss(self.adapt(task["support"]), task["query"])
# file: fewshot/meta.py
import torch


class MetaTrainer:
    def __init__(self, learner, tasks, check_every):
        self.learner, self.tasks, self.check_every = learner, tasks, check_every
        self.optimizer = torch.optim.Adam(learner.parameters(), lr=1e-3)

    def validate(self, n=3):
        self.learner.eval()  #~ grad-disabled
        return sum(self.learner(self.tasks()).item() for _ in range(n)) / n  #! decoy

    def run(self, steps):
        for step in range(steps):
            losses = [self.learner(self.tasks()) for _ in range(2)]
            loss = torch.stack(losses).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            yield loss.item()
            if (step + 1) % self.check_every == 0:
                print("validation", self.validate())
