# file: quiet.py
import torch
from torch import nn

# Only the largest tenth of each gradient is used, which are others at each step; momentum moves the rest.
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(12, 20), nn.ReLU(), nn.Linear(20, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-3)
for _ in range(20):
    x = torch.randn(32, 12)
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    for p in model.parameters():
        least = p.grad.abs().flatten().quantile(0.9)
        p.grad[p.grad.abs() < least] = 0
    optimizer.step()
print(loss.item())
