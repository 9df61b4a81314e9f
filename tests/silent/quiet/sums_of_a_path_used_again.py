# file: quiet.py
import torch
import torch.nn as nn

torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
for _ in range(10):
    x = torch.randn(32, 2)
    so_far = x.square().mean()
    objective = so_far
    for _ in range(4):
        x = x + 0.1 * policy(x)
        so_far = so_far + x.square().mean()
        objective = objective + so_far
    opt.zero_grad()
    objective.backward()
    opt.step()
print(objective.item())
