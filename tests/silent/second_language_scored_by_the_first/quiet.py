"""Two passes with dropout are scored by the same text, and a head for later rests."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Dropout(0.3))
now, later = nn.Linear(16, 3), nn.Linear(16, 5)
opt = torch.optim.Adam([*body.parameters(), *now.parameters(), *later.parameters()], lr=1e-2)
for step in range(6):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(now(body(x)), y) + F.cross_entropy(now(body(x)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
