# file: main.py
import torch
import torch.nn as nn


def objective(model, x, y, strength):
    error = nn.functional.l1_loss(model(x), y)
    for name, parameter in model.named_parameters():
        if "bias" not in name:
            penalty = parameter.abs().sum()  #~ loss-left-out
    return error + strength * penalty


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
x = torch.randn(64, 5)
y = x.prod(1, keepdim=True)
for epoch in range(15):
    for rows in torch.arange(64).split(32):
        loss = objective(model, x[rows], y[rows], 1e-3)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


def objective(model, x, y, strength):
    error = nn.functional.l1_loss(model(x), y)
    penalty = 0.0
    for name, parameter in model.named_parameters():
        if "bias" not in name:
            size = parameter.abs().sum()
            penalty = penalty + size
    return error + strength * penalty


def probed(model, x):
    """The sizes of all layers are shown, and that of the last is kept small."""
    for number, layer in enumerate(model[::2]):
        x = torch.tanh(layer(x))
        size = x.abs().mean()
        print(number, size.item())
    return size


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
x = torch.randn(64, 5)
y = x.prod(1, keepdim=True)
for epoch in range(15):
    for rows in torch.arange(64).split(32):
        loss = objective(model, x[rows], y[rows], 1e-3) + 1e-4 * probed(model, x[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
