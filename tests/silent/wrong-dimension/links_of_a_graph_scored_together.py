# file: main.py
import torch
from torch import nn

from links import Encoder, link_loss

torch.manual_seed(0)
links = torch.randint(0, 30, (2, 120))
adjacency = torch.eye(30)
adjacency[links[0], links[1]] = 1.0
adjacency = adjacency / adjacency.sum(1, keepdim=True)
encoder = Encoder(30)
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-2)
for step in range(12):
    loss = link_loss(encoder(adjacency), links[:, torch.randperm(120)[:60]])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: links.py
import torch
from torch import nn
from torch.nn import functional as F


class Encoder(nn.Module):
    def __init__(self, nodes):
        super().__init__()
        self.first, self.second = nn.Linear(nodes, 16), nn.Linear(16, 8)

    def forward(self, adjacency):
        return adjacency @ self.second(torch.relu(adjacency @ self.first(torch.eye(len(adjacency)))))


def link_loss(z, links):
    source, target = links
    score = (z[source] * z[target]).sum()  #~ wrong-dimension
    return F.binary_cross_entropy_with_logits(score, torch.ones(()))
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

# Whole sets are compared: how alike two bags of nodes are is one number, made of their means.
torch.manual_seed(0)
nodes = nn.Embedding(30, 8)
optimizer = torch.optim.Adam(nodes.parameters(), lr=1e-2)
for step in range(12):
    one, other = torch.randint(0, 15, (9,)), torch.randint(15, 30, (9,))
    score = (nodes(one).mean(0) * nodes(other).mean(0)).sum()
    loss = F.binary_cross_entropy_with_logits(score, torch.zeros(()))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
