# file: main.py
import torch
import torch.nn.functional as F

from graph import normalised, ring_with_chords
from torch import nn


class EdgeNet(nn.Module):
    def __init__(self, edges, nodes, features, classes):
        super().__init__()
        self.nodes = nodes
        self.register_buffer("edges", edges)
        self.edge_score = nn.Parameter(torch.zeros(edges.size(1)))
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        weight = torch.sigmoid(self.edge_score)
        size = (self.nodes, self.nodes)
        adjacency = torch.sparse_coo_tensor(self.edges, weight, size, check_invariants=True)  #! decoy
        return torch.sparse.mm(normalised(adjacency.coalesce()), self.out(x))


torch.manual_seed(0)
edges = ring_with_chords(16)
x, y = torch.randn(16, 5), torch.arange(16) % 2
model = EdgeNet(edges, 16, 5, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for step in range(12):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.4f}")
# file: graph.py
import torch


def ring_with_chords(nodes):
    at = torch.arange(nodes)
    return torch.cat([torch.stack([at, (at + 1) % nodes]), torch.stack([at, (at + 5) % nodes])], dim=1)


def normalised(adjacency):
    """Every edge is divided by the roots of the degrees at its ends."""
    row, col = adjacency._indices()  #! decoy
    value = adjacency._values()  #~ detached-tensor
    degree = torch.zeros(adjacency.size(0)).index_add(0, row, value)
    root = degree.clamp(min=1e-6).pow(-0.5)
    value = root[row] * value * root[col]
    indices = adjacency._indices()  #! decoy
    return torch.sparse_coo_tensor(indices, value, adjacency.shape, check_invariants=True)
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_graph import normalised, ring_with_chords
from torch import nn


class EdgeNet(nn.Module):
    def __init__(self, edges, nodes, features, classes):
        super().__init__()
        self.nodes = nodes
        self.register_buffer("edges", edges)
        self.edge_score = nn.Parameter(torch.zeros(edges.size(1)))
        self.out = nn.Linear(features, classes)

    def forward(self, x):
        weight = torch.sigmoid(self.edge_score)
        size = (self.nodes, self.nodes)
        adjacency = torch.sparse_coo_tensor(self.edges, weight, size, check_invariants=True)
        return torch.sparse.mm(normalised(adjacency.coalesce()), self.out(x))


torch.manual_seed(0)
edges = ring_with_chords(16)
x, y = torch.randn(16, 5), torch.arange(16) % 2
model = EdgeNet(edges, 16, 5, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for step in range(12):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.4f}")
# file: quiet_graph.py
import torch


def ring_with_chords(nodes):
    at = torch.arange(nodes)
    return torch.cat([torch.stack([at, (at + 1) % nodes]), torch.stack([at, (at + 5) % nodes])], dim=1)


def normalised(adjacency):
    """Every edge is divided by the roots of the degrees at its ends, which count as constants."""
    row, col = adjacency._indices()
    degree = torch.zeros(adjacency.size(0)).index_add(0, row, adjacency._values())
    root = degree.clamp(min=1e-6).pow(-0.5)
    value = root[row] * adjacency.values() * root[col]
    indices = adjacency._indices()
    return torch.sparse_coo_tensor(indices, value, adjacency.shape, check_invariants=True)
