import torch
from torch import nn

# The table behind the values is trained: they are to be computed in each round, where they are now made once.
torch.manual_seed(1)
table = nn.Embedding(20, 4)
head = nn.Linear(4, 1)
optimizer = torch.optim.SGD([*table.parameters(), *head.parameters()], lr=0.1)
ids, wanted = torch.arange(20), torch.randn(20, 1)
known = torch.tanh(table(ids))
first, second = known[:10], known[10:]  #~ backward-twice
for epoch in range(3):
    loss = (head(torch.tanh(first)) - wanted[:10]).square().mean()
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
    print(loss.item())
