# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
cell, head = nn.LSTMCell(5, 8), nn.Linear(8, 2)
opt = torch.optim.Adam([*cell.parameters(), *head.parameters()], lr=1e-3)
for _ in range(8):
    x = torch.randn(7, 16, 5)
    h, c = torch.zeros(16, 8), torch.zeros(16, 8)
    for step in x:
        h, c = cell(step, (h.detach(), c.detach()))  #~ detached-state
    loss = F.cross_entropy(head(h), (x[0, :, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
cell, head = nn.LSTMCell(5, 8), nn.Linear(8, 2)
opt = torch.optim.Adam([*cell.parameters(), *head.parameters()], lr=1e-3)
for _ in range(8):
    x = torch.randn(7, 16, 5)
    h, c = torch.zeros(16, 8), torch.zeros(16, 8)
    for step in x:
        h, c = cell(step, (h, c))
    loss = F.cross_entropy(head(h), (x[0, :, 0] > 0).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
