import torch
from torch import nn

torch.manual_seed(0)
gauge = nn.Linear(5, 1)
weights = gauge.parameters()  #~ optimizer-arguments
readings, pressure = torch.randn(30, 5), torch.randn(30, 1)
for fold in readings.chunk(3), readings.flip(0).chunk(3):
    optimizer = torch.optim.Adam(weights, lr=1e-3)
    for part in fold:
        loss = (gauge(part) - pressure[: len(part)]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())
