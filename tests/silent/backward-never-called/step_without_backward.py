# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def evaluate(model, x, y):
    with torch.no_grad():
        return F.mse_loss(model(x), y).item()


def train(model, x, y, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        optimizer.step()  #~ backward-never-called|step-without-gradients|gradient-cleared|never-connected
        print(loss.item(), evaluate(model, x, y))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
x = torch.randn(32, 3)
train(model, x, x.max(1, keepdim=True).values, 6)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def evaluate(model, x, y):
    with torch.no_grad():
        return F.mse_loss(model(x), y).item()


def train(model, x, y, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        print(loss.item(), evaluate(model, x, y))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
x = torch.randn(32, 3)
train(model, x, x.max(1, keepdim=True).values, 6)
