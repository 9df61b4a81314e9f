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
