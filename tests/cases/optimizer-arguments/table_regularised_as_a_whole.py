# file: main.py
import torch

from walks import NodeVectors

torch.manual_seed(0)
vectors = NodeVectors(40, 6)
optimizer = torch.optim.SparseAdam(list(vectors.parameters()), lr=0.01)  #~ optimizer-arguments
for _ in range(3):
    walk = torch.randint(40, (12,))
    loss = vectors.loss(walk[:-1], walk[1:])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  #! decoy
    print(loss.item())
# file: walks.py
import torch
from torch import nn
from torch.nn import functional as F


class NodeVectors(nn.Module):
    """Vectors of the nodes of a graph, from random walks on it."""

    def __init__(self, nodes, size):
        super().__init__()
        self.nodes = nn.Embedding(nodes, size, sparse=True)  #! decoy

    def loss(self, here, there):
        likely = F.logsigmoid((self.nodes(here) * self.nodes(there)).sum(-1)).mean()
        return self.spread() - likely

    def spread(self):
        unit = F.normalize(self.nodes.weight, dim=1)
        return (unit @ unit.t()).square().mean()
