# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
cell, head = nn.GRUCell(5, 8), nn.Linear(8, 2)
opt = torch.optim.Adam([*cell.parameters(), *head.parameters()], lr=1e-3)
for _ in range(8):
    x = torch.randn(20, 16, 5)
    h, loss = torch.zeros(16, 8), 0.0
    for t, step in enumerate(x):
        if t % 5 == 0:
            h = h.detach()
        h = cell(step, h)
        loss = loss + F.cross_entropy(head(h), (step[:, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
