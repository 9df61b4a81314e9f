# file: main.py
import torch
from torch import nn

# A recurrence over time steps: only what lies below the diagonal may be used.
torch.manual_seed(0)
steps, lower = 8, torch.ones(8, 8).tril(-1)
mix = nn.Parameter(0.1 * torch.randn(steps, steps))
scale = nn.Parameter(torch.ones(steps))
optimizer = torch.optim.Adam([mix, scale], lr=1e-2, weight_decay=0.1)
series = torch.randn(64, steps).cumsum(1)
for round in range(16):
    guess = series @ mix.t() * scale
    loss = (guess - series).square().mean()
    optimizer.zero_grad()
    loss.backward()
    with torch.no_grad():
        mix.grad.mul_(lower)
    optimizer.step()  #~ masked-gradient
print(loss.item())
# file: quiet.py
import torch
from torch import nn

# The mask is a part of the model: what it drops gets no gradient by itself, and does not count.
torch.manual_seed(0)
steps, lower = 8, torch.ones(8, 8).tril(-1)
mix = nn.Parameter(0.1 * torch.randn(steps, steps))
scale = nn.Parameter(torch.ones(steps))
optimizer = torch.optim.Adam([mix, scale], lr=1e-2, weight_decay=0.1)
series = torch.randn(64, steps).cumsum(1)
for round in range(16):
    guess = series @ (mix * lower).t() * scale
    loss = (guess - series).square().mean()
    optimizer.zero_grad()
    loss.backward()
    with torch.no_grad():
        mix.grad.mul_(lower)
    optimizer.step()
print(loss.item())
