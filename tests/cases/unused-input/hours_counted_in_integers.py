import torch
from torch import nn

torch.manual_seed(0)
level = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(level.parameters(), lr=1e-2)
hours = torch.arange(24)  #~ unused-input
for step in range(3):
    tide = level(hours.float()[:, None] / 24)
    (rate,) = torch.autograd.grad(tide.sum(), hours, create_graph=True)  #! decoy
    loss = (rate + tide).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
