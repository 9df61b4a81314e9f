# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 20), nn.Tanh(), nn.Linear(20, 1))
mean = [p.detach().clone() for p in model.parameters()]
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for step in range(1, 91):
    x = torch.randn(32, 3)
    loss = F.mse_loss(model(x), x.prod(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for m, p in zip(mean, model.parameters()):
            m.lerp_(p, 0.1)
    if step % 18 == 0:
        latest = [p.detach().clone() for p in model.parameters()]
        with torch.no_grad():
            for m, p in zip(mean, model.parameters()):
                p.copy_(m)  #~ update-undone
        print(step, loss.item())
