# file: main.py
import torch
import torch.nn as nn

WEIGHT = 1e-6


def reconstruction(model, x):
    error = (model(x) - x).pow(2).sum(dim=1).mean()
    return WEIGHT * error  #~ vanishing-update


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(12, 4), nn.Tanh(), nn.Linear(4, 12))
optimizer = torch.optim.SGD(model.parameters(), lr=2e-2)
data = torch.randn(96, 12)
for epoch in range(10):
    for batch in data.split(32):
        optimizer.zero_grad()
        loss = reconstruction(model, batch)
        loss.backward()
        optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn

WEIGHT = 1e-6


def reconstruction(model, x):
    error = (model(x) - x).pow(2).sum(dim=1).mean()
    return WEIGHT * error


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(12, 4), nn.Tanh(), nn.Linear(4, 12))
optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)  # which divides by the size of the gradients
data = torch.randn(96, 12)
for epoch in range(10):
    for batch in data.split(32):
        optimizer.zero_grad()
        loss = reconstruction(model, batch)
        loss.backward()
        optimizer.step()
print(loss.item())
