# file: quiet.py
import torch
from torch import nn

# The sign of a gradient decides whether it is used: the scales may only grow, and decay draws them together.
torch.manual_seed(0)
scales = nn.Parameter(torch.ones(6))
wanted = torch.tensor([0.2, 2.0, 3.0, 0.5, 4.0, 0.1])
optimizer = torch.optim.Adam([scales], lr=1e-2, weight_decay=1e-3)
for _ in range(20):
    x = torch.randn(64, 6)
    loss = (x * scales - x * wanted).square().mean()
    optimizer.zero_grad()
    loss.backward()
    scales.grad.clamp_(max=0)
    optimizer.step()
print(loss.item())
