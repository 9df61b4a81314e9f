# file: quiet.py
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
left, right = nn.Linear(6, 4), nn.Linear(5, 4)
opt = torch.optim.Adam([*left.parameters(), *right.parameters()], lr=1e-2)
for _ in range(10):
    x = torch.randn(12, 6)
    alike = F.normalize(left(x), dim=1) @ F.normalize(right(x[:, :5]), dim=1).T / 0.1
    own = torch.arange(12)
    loss = F.nll_loss(alike.log_softmax(1), own) + F.nll_loss(alike.log_softmax(0), own)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
