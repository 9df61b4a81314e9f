# file: main.py
import torch
import torch.nn.functional as F

from structure.learner import GraphLearner
from structure.propagate import label_propagation


def main():
    torch.manual_seed(0)
    x = torch.randn(12, 5)
    labels = (x[:, 0] > 0).long()
    known = torch.arange(12) < 8
    learner = GraphLearner(5)
    optimizer = torch.optim.Adam(learner.parameters(), lr=1e-2)
    for epoch in range(3):
        graph = learner(x)
        scores = label_propagation(graph, labels, known, rounds=3)
        loss = F.nll_loss(scores[~known].clamp_min(1e-6).log(), labels[~known])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), graph.density)


if __name__ == "__main__":
    main()
# file: structure/__init__.py
# file: structure/learner.py
from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Graph:
    adjacency: torch.Tensor

    @property
    def density(self):
        return self.adjacency.detach().mean().item()  #! decoy

    @property
    def transition(self):
        return self.adjacency / self.adjacency.sum(dim=1, keepdim=True).clamp_min(1)


def hard_sigmoid(logits, temperature):
    soft = torch.sigmoid(logits / temperature)
    hard = (soft > 0.5).to(soft.dtype)  #! decoy
    return (hard - soft + soft).detach()  #~ detached-tensor


class GraphLearner(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.project = nn.Linear(dim, 4)

    def forward(self, x):
        z = self.project(x)
        return Graph(hard_sigmoid(z @ z.t(), temperature=0.5))
# file: structure/propagate.py
import torch
import torch.nn.functional as F


def label_propagation(graph, labels, known, rounds):
    truth = F.one_hot(labels, 2).float()
    scores = torch.where(known[:, None], truth, torch.full_like(truth, 0.5))
    for _ in range(rounds):
        scores = graph.transition @ scores
        scores = torch.where(known[:, None], truth, scores)
    return scores
