import torch
from torch import nn


class MatchedDistance:
    def __call__(self, found, wanted, kept):
        total = 0.0  #~ never-connected
        for one, other in zip(found[kept], wanted[kept]):
            total = total + (one - other).pow(2).sum()
        return total  #! decoy


torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
criterion = MatchedDistance()
for step in range(6):
    kept = torch.tensor([True, step != 4, True]) if step < 4 else torch.zeros(3, dtype=torch.bool)
    loss = criterion(model(torch.randn(3, 4)), torch.randn(3, 2), kept)  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
