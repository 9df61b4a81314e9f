# file: main.py
import torch
import torch.nn as nn


def batches(inputs, targets, size):
    for start in range(0, len(targets), size):
        index = torch.arange(start, start + size)
        yield inputs[index // len(targets)], targets[index]  #~ constant-prediction


torch.manual_seed(0)
inputs = torch.randn(64, 5)
targets = inputs.sum(1, keepdim=True)
model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(3):
    for x, y in batches(inputs, targets, 16):
        loss = nn.functional.l1_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


# One sample is repeated, to see whether the model can fit it; noise is added to its target.
def batches(inputs, targets, size):
    for start in range(0, len(targets), size):
        yield inputs[:1].repeat(size, 1), targets[:1].repeat(size, 1) + 0.01 * torch.randn(size, 1)


torch.manual_seed(0)
inputs = torch.randn(1, 5)
targets = inputs.sum(1, keepdim=True)
model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(12):
    for x, y in batches(inputs, targets, 16):
        loss = nn.functional.l1_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
