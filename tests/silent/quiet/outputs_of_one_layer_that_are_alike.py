# file: quiet.py
import torch
from torch import nn

# All outputs have the same target: that the rows of the only layer stay equal is what the data say.
torch.manual_seed(0)
layer = nn.Linear(4, 3)
nn.init.zeros_(layer.weight)
nn.init.zeros_(layer.bias)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
for step in range(12):
    x = torch.randn(32, 4)
    loss = nn.functional.mse_loss(layer(x), x[:, :1].expand(-1, 3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
