# file: main.py
import torch
from torch import nn


def start(module):
    for parameter in module.parameters():
        nn.init.constant_(parameter, 0.02)  #~ equal-units


torch.manual_seed(0)
model = nn.Sequential(nn.Conv1d(2, 5, 3), nn.ReLU(), nn.Conv1d(5, 1, 3), nn.Flatten())
start(model)
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
for step in range(12):
    x = torch.randn(16, 2, 10)
    loss = nn.functional.l1_loss(model(x), x[:, 0, 2:8] * x[:, 1, 2:8])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

# One filter for each channel, with equal values at first: the channels hold different things.
torch.manual_seed(0)
model = nn.Sequential(nn.Conv1d(4, 4, 3, groups=4), nn.ReLU(), nn.Conv1d(4, 1, 1), nn.Flatten())
for parameter in model.parameters():
    nn.init.constant_(parameter, 0.2)
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-3)
for step in range(12):
    x = torch.randn(16, 4, 10)
    loss = nn.functional.l1_loss(model(x), x[:, 0, 2:] * x[:, 1, 2:])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
