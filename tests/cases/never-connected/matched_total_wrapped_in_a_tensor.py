import torch
from torch import nn


def distance(found, wanted, kept):
    total = 0.0  #~ never-connected
    for one, other in zip(found[kept], wanted[kept]):
        total = total + (one - other).pow(2).sum()
    return total


torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(6):
    kept = torch.ones(3, dtype=torch.bool) if step < 4 else torch.zeros(3, dtype=torch.bool)
    loss = torch.as_tensor(distance(model(torch.randn(3, 4)), torch.randn(3, 2), kept))  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
