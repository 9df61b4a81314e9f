# file: quiet.py
import torch
from torch import nn

# Dropout of gradients: other elements at each step.
torch.manual_seed(0)
model = nn.Linear(6, 3)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
for _ in range(16):
    x = torch.randn(32, 6)
    loss = (model(x) - x[:, :3]).square().mean()
    optimizer.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.grad = p.grad * (torch.rand_like(p.grad) > 0.3)
    optimizer.step()
print(loss.item())
