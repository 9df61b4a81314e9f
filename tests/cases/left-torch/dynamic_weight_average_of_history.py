import math
from collections import defaultdict
from dataclasses import dataclass, field

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class TaskLog:
    values: dict = field(default_factory=lambda: defaultdict(list))

    def record(self, losses):
        for task, loss in losses.items():
            self.values[task].append(float(loss))  #~ left-torch
        return self

    def last(self, back=1):
        return {task: values[-back] for task, values in self.values.items() if len(values) >= back}


class DynamicWeights:
    """Tasks that learn slowly count for more (Liu et al., 2019)."""

    def __init__(self, temperature=2.0):
        self.temperature, self.log = temperature, TaskLog()

    def weights(self, tasks):
        now, before = self.log.last(1), self.log.last(2)
        if not before:
            return {task: 1.0 for task in tasks}
        scores = {task: math.exp(now[task] / before[task] / self.temperature) for task in tasks}  #! decoy
        total = sum(scores.values())
        return {task: len(scores) * score / total for task, score in scores.items()}

    def __call__(self, losses):
        weights = self.weights(losses)
        current = self.log.record(losses).last()  #~ left-torch
        return sum(weights[task] * current[task] for task in losses)  #~ left-torch


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(5, 16), nn.ReLU())
        self.heads = nn.ModuleDict({"depth": nn.Linear(16, 1), "label": nn.Linear(16, 3)})

    def forward(self, x):
        h = self.trunk(x)
        return {name: head(h) for name, head in self.heads.items()}


def main():
    torch.manual_seed(0)
    model, balance = MultiTask(), DynamicWeights()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        x = torch.randn(8, 5)
        out = model(x)
        losses = {"depth": F.l1_loss(out["depth"][:, 0], x[:, 0]), "label": F.cross_entropy(out["label"], x[:, :3].argmax(1))}
        loss = balance(losses)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
