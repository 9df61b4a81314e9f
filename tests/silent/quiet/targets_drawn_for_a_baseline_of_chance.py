# file: quiet.py
import torch
from torch import nn

# The same rows for input and target, drawn out of a draw: what belongs together stays together.
torch.manual_seed(0)
x, y = torch.randn(120, 4), torch.randint(0, 3, (120,))
fold = torch.randperm(120)[:80]
x_fold, y_fold = x[fold], y[fold]
net = nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(12):
    rows = torch.randint(0, 80, (16,))
    loss = nn.functional.cross_entropy(net(x_fold[rows]), y_fold[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
