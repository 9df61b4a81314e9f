# file: quiet.py
# Validation switches the whole model, and switches it back; its body is frozen, and its statistics follow the data.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
body = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.Tanh()).requires_grad_(False)
model = nn.Sequential(body, nn.Linear(16, 1))
optimizer = torch.optim.Adam(model[1].parameters(), lr=1e-2)
for epoch in range(4):
    model.train()
    for _ in range(5):
        x = torch.randn(24, 6)
        loss = F.mse_loss(model(x), x[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        print(F.mse_loss(model(x), x[:, :1]).item())
