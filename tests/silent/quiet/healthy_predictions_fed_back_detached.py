# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
cell, head = nn.LSTMCell(2, 8), nn.Linear(8, 2)
opt = torch.optim.Adam([*cell.parameters(), *head.parameters()], lr=1e-3)
for _ in range(8):
    target = torch.randn(6, 16, 2)
    h, c, y, loss = torch.zeros(16, 8), torch.zeros(16, 8), torch.zeros(16, 2), 0.0
    for step in target:
        h, c = cell(y, (h, c))
        out = head(h)
        loss = loss + F.mse_loss(out, step)
        y = out.detach()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
