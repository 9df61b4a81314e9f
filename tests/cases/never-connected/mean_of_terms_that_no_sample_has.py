import torch
from torch import nn


def masked_error(outputs, targets, mask):
    terms = [(o - t).pow(2).sum() for o, t, m in zip(outputs, targets, mask) if m]
    return sum(terms) / max(len(terms), 1)  #~ never-connected


torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for mask in ([1, 1, 0], [1, 0, 1], [0, 0, 0]):
    loss = masked_error(model(torch.randn(3, 4)), torch.randn(3, 2), mask)  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
