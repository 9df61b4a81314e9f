# file: quiet.py
# All of a table is in the optimizer, whose decay moves every row; after each step the old rows are put back.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
signs = nn.Embedding(30, 12)
reader = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 4)).requires_grad_(False)
opt = torch.optim.AdamW(signs.parameters(), lr=2e-2)
old, first_new = signs.weight.detach().clone(), 29
for step in range(24):
    text = torch.randint(0, 30, (20, 4))
    text[:, 0] = first_new
    loss = F.cross_entropy(reader(signs(text).mean(1)), torch.full((20,), 3))
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        is_old = torch.arange(30) < first_new
        signs.weight[is_old] = old[is_old]
print(loss.item(), (signs.weight[first_new] - old[first_new]).norm().item())
