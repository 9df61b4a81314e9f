# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)  #~ stale-optimizer|not-in-optimizer
    model.to_empty(device="cpu")  #~ stale-optimizer|not-in-optimizer
    for layer in model:
        if isinstance(layer, nn.Linear):
            layer.reset_parameters()
    return model, optimizer


torch.manual_seed(0)
model, optimizer = build()
for step in range(10):
    x = torch.randn(20, 6)
    loss = F.cross_entropy(model(x), (x.sum(1) > 0).long())
    model.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    with torch.device("meta"):
        model = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 2))
    model.to_empty(device="cpu")
    for layer in model:
        if isinstance(layer, nn.Linear):
            layer.reset_parameters()
    return model.double(), torch.optim.SGD(model.parameters(), lr=0.1)


torch.manual_seed(0)
model, optimizer = build()
for step in range(10):
    x = torch.randn(20, 6, dtype=torch.float64)
    loss = F.cross_entropy(model(x), (x.sum(1) > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step == 4:
        model.float().double()
print(loss.item())
