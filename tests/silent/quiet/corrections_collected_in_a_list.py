# file: quiet.py
import torch
from solver import Solver

torch.manual_seed(1)
goal = torch.randn(5)
solver = Solver(5)
for _ in range(20):
    loss = solver.turn(lambda x: (x - goal).pow(2).sum())
print(loss, solver.position())
# file: solver.py
import torch


class Solver:
    """Sums the increments of every turn; each turn starts from no increment."""

    def __init__(self, size):
        self.increments = []
        self.delta = torch.zeros(size, requires_grad=True)
        self.optimizer = torch.optim.SGD([self.delta], lr=0.05)

    def position(self):
        return sum(self.increments, torch.zeros_like(self.delta.detach()))

    def turn(self, objective):
        self.optimizer.zero_grad()
        loss = objective(self.position() + self.delta)
        loss.backward()
        self.optimizer.step()
        with torch.no_grad():
            self.increments.append(self.delta.clone())
            self.delta.fill_(0.0)
        return loss.item()
