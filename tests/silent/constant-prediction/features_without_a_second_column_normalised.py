# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def standardised(x):
    x = x - x.mean(dim=1, keepdim=True)  #~ constant-prediction
    return x / (x.std(dim=1, keepdim=True, unbiased=False) + 1e-6)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    x = torch.rand(32, 1) * 10
    loss = F.smooth_l1_loss(model(standardised(x)), x.sin())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def standardised(x):
    x = x - x.mean(dim=0, keepdim=True)
    return x / (x.std(dim=0, keepdim=True, unbiased=False) + 1e-6)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    x = torch.rand(32, 1) * 10
    loss = F.smooth_l1_loss(model(standardised(x)), x.sin())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
