# file: main.py
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.query = nn.Linear(features, hidden)
        self.key = nn.Linear(features, hidden)
        self.value = nn.Linear(features, hidden)

    def forward(self, x, edges):
        source, target = edges
        scores = (self.query(x)[target] * self.key(x)[source]).sum(1)
        table = torch.sparse_coo_tensor(torch.stack([target, source]), scores, (len(x), len(x)), check_invariants=True)
        shares = torch.sparse.softmax(table.coalesce(), dim=1)
        target, source = shares._indices()  #! decoy
        messages = shares._values()[:, None] * self.value(x)[source]  #~ detached-tensor
        return torch.zeros(len(x), messages.size(1)).index_add(0, target, messages)


torch.manual_seed(0)
at = torch.arange(10)
edges = torch.cat([torch.stack([at, (at + k) % 10]) for k in (1, 3, 4)], dim=1)
x = torch.randn(10, 6)
goal = x.roll(1, 0)[:, :2]
layer, head = Attention(6, 8), nn.Linear(8, 2)
optimizer = torch.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.1)
for step in range(10):
    optimizer.zero_grad()
    error = nn.functional.mse_loss(head(layer(x, edges)), goal)
    error.backward()
    optimizer.step()
print(f"error {error.item():.4f}")
# file: quiet.py
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, features, hidden):
        super().__init__()
        self.query = nn.Linear(features, hidden)
        self.key = nn.Linear(features, hidden)
        self.value = nn.Linear(features, hidden)
        self.largest = 0.0

    def forward(self, x, edges):
        source, target = edges
        scores = (self.query(x)[target] * self.key(x)[source]).sum(1)
        table = torch.sparse_coo_tensor(torch.stack([target, source]), scores, (len(x), len(x)), check_invariants=True)
        shares = torch.sparse.softmax(table.coalesce(), dim=1).coalesce()
        target, source = shares._indices()
        self.largest = shares._values().max()
        messages = shares.values()[:, None] * self.value(x)[source]
        return torch.zeros(len(x), messages.size(1)).index_add(0, target, messages)


torch.manual_seed(0)
at = torch.arange(10)
edges = torch.cat([torch.stack([at, (at + k) % 10]) for k in (1, 3, 4)], dim=1)
x = torch.randn(10, 6)
goal = x.roll(1, 0)[:, :2]
layer, head = Attention(6, 8), nn.Linear(8, 2)
optimizer = torch.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.1)
for step in range(10):
    optimizer.zero_grad()
    error = nn.functional.mse_loss(head(layer(x, edges)), goal)
    error.backward()
    optimizer.step()
print(f"error {error.item():.4f}, largest share {layer.largest:.3f}")
