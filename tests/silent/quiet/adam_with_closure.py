# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(20, 4)


def closure():
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), x[:, :1])
    loss.backward()
    return loss


for _ in range(6):
    print(optimizer.step(closure).item())
