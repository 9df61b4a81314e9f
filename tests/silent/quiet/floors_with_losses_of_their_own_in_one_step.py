# file: quiet.py
# Each floor of a tower has its own loss and lets no gradient down: the passes of one step meet at no parameter.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
floors = nn.ModuleList([nn.Sequential(nn.Linear(size, 20), nn.ELU()) for size in (8, 20, 20)])
windows = nn.ModuleList([nn.Linear(20, 4) for _ in floors])
opt = torch.optim.Adam([*floors.parameters(), *windows.parameters()], lr=4e-3)
light = torch.randn(160, 8)
hour = light[:, :4].argmax(1)
for epoch in range(5):
    for some in torch.randperm(160).split(32):
        opt.zero_grad()
        seen = light[some]
        for floor, window in zip(floors, windows):
            seen = floor(seen.detach())
            loss = F.cross_entropy(window(seen), hour[some])
            loss.backward()
        opt.step()
print(loss.item())
