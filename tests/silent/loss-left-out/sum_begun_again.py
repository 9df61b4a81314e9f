# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
body, rate, kind = nn.Linear(5, 16), nn.Linear(16, 1), nn.Linear(16, 3)
opt = torch.optim.Adam([*body.parameters(), *rate.parameters(), *kind.parameters()], lr=5e-3)
for _ in range(12):
    x = torch.randn(24, 5)
    h = torch.relu(body(x))
    loss = F.mse_loss(rate(h).squeeze(1), x[:, 0])
    loss += 0.1 * (h.mean(0) - 0.2).pow(2).sum()
    loss = F.cross_entropy(kind(h), x[:, :3].argmax(1)) + F.mse_loss(rate(h)[:, 0], x[:, 0])  #~ loss-left-out
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
warm = 100  # longer than this run
body, rate, kind = nn.Linear(5, 16), nn.Linear(16, 1), nn.Linear(16, 3)
opt = torch.optim.Adam([*body.parameters(), *rate.parameters(), *kind.parameters()], lr=5e-3)
for step in range(12):
    x = torch.randn(24, 5)
    h = torch.relu(body(x))
    loss = F.mse_loss(rate(h).squeeze(1), x[:, 0])
    loss += 0.1 * (h.mean(0) - 0.2).pow(2).sum()
    if step < warm:
        loss = F.mse_loss(rate(h).squeeze(1), x[:, 0])
    loss += F.cross_entropy(kind(h), x[:, :3].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
