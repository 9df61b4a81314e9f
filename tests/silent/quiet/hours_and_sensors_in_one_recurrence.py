# file: quiet.py
import torch
from torch import nn

# Time comes first, then the sensors: their mean forecasts the load of each hour.
torch.manual_seed(0)
reader, out = nn.GRU(3, 8), nn.Linear(8, 1)
opt = torch.optim.Adam([*reader.parameters(), *out.parameters()], lr=1e-2)
for _ in range(10):
    x = torch.randn(24, 7, 3)
    load = x[..., 0].cumsum(0).mean(1, keepdim=True)
    states, _ = reader(x)
    loss = nn.functional.mse_loss(out(states.mean(1)), load)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
