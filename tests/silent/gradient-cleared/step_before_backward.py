# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def iteration(model, optimizer, x, y):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()  #~ gradient-cleared
    optimizer.step()  #~ gradient-cleared
    loss.backward()
    return loss.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
x, y = torch.randn(30, 6), torch.randint(3, (30,))
print([iteration(model, optimizer, x, y) for _ in range(8)])
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def iteration(model, optimizer, x, y):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 3))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
x, y = torch.randn(30, 6), torch.randint(3, (30,))
print([iteration(model, optimizer, x, y) for _ in range(8)])
