# file: main.py
import torch

from runner import Runner
from task import Regression


def main():
    torch.manual_seed(0)
    Runner(Regression(), steps=3).run()


main()
# file: runner.py
import torch


class TrainingError(Exception):
    pass


class Runner:
    def __init__(self, task, steps):
        self.task, self.steps = task, steps
        self.opt = torch.optim.SGD(task.parameters(), lr=0.1)

    def run(self):
        for step in range(self.steps):
            try:
                loss = self.task.loss(step)
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
            except RuntimeError as error:
                raise TrainingError(f"step {step} failed") from error
            print(step, loss.item())
# file: task.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Regression(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))

    def loss(self, step):
        x = torch.randn(16, 4)
        h = torch.exp(self.net(x))
        h += 1.0  #~ modified-in-place
        y = x.sum(1, keepdim=True)
        y += 1.0  #! decoy
        return F.mse_loss(h, y)
