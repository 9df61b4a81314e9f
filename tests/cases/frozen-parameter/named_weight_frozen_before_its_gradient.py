import torch
from torch import nn

torch.manual_seed(0)
stem, top = nn.Linear(6, 8), nn.Linear(8, 2)
stem.requires_grad_(False)  #~ frozen-parameter
optimizer = torch.optim.SGD(top.parameters(), lr=0.05)
for step in range(4):
    loss = nn.functional.cross_entropy(top(stem(torch.randn(12, 6)).relu()), torch.randint(0, 2, (12,)))
    edge, end = torch.autograd.grad(loss, [stem.weight, top.weight], create_graph=True)  #! decoy
    loss = loss + edge.square().sum() + end.square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
