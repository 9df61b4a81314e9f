# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def observed_loss(prediction, target):
    known = ~torch.isnan(target)
    return F.mse_loss(prediction[known], target[known])


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 10), nn.ReLU(), nn.Linear(10, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(20, 5), torch.randn(20, 3)
y[torch.rand(20, 3) < 0.3] = float("nan")
for _ in range(5):
    loss = observed_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), torch.nanmean(y).item())
