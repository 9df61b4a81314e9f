# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body, head = nn.Linear(6, 12), nn.Linear(12, 2)
last = head.parameters()
whole = torch.optim.Adam([{"params": last}, {"params": body.parameters()}], lr=0.01)
extra = torch.optim.SGD([{"params": last}, {"params": body.parameters()}], lr=0.01)
for step in range(24):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(head(torch.relu(body(x))), (x[:, 0] > 0).long())
    body.zero_grad()
    head.zero_grad()
    loss.backward()
    (extra if step % 2 else whole).step()
print(loss.item())
