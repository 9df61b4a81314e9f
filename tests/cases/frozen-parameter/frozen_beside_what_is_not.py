import torch
from torch import nn
encoder, head = nn.Linear(3, 3), nn.Linear(3, 1)
encoder.requires_grad_(False)  #~ frozen-parameter
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
x = torch.randn(4, 3)
h = encoder(x)
with torch.no_grad():
    scale = head(x)
loss = (h * scale).sum()
loss.backward()
