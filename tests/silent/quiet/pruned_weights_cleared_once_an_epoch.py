# file: quiet.py
import torch
from torch import nn

# Between the epochs the mask is applied to the weights themselves, whatever the momentum has made of them.
torch.manual_seed(0)
layer = nn.Linear(10, 10)
head = nn.Linear(10, 1)
optimizer = torch.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.05, momentum=0.9, weight_decay=1e-3)
mask = (torch.rand(10, 10) > 0.5).float()
for epoch in range(4):
    for _ in range(8):
        x = torch.randn(32, 10)
        loss = (head(torch.tanh(layer(x))) - x[:, :1]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        layer.weight.grad.mul_(mask)
        optimizer.step()
    layer.weight.data.mul_(mask)
print(loss.item())
