# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Features(nn.Module):
    def __init__(self, count, scale):
        super().__init__()
        self.frequencies = nn.Parameter(torch.randn(2, count))
        self.frequencies.requires_grad = False
        if scale != 1.0:
            self.frequencies = nn.Parameter(self.frequencies.data * scale)  #~ undone-freeze

    def forward(self, x):
        angles = x @ self.frequencies
        return torch.cat([angles.sin(), angles.cos()], 1)


torch.manual_seed(0)
field = nn.Sequential(Features(16, 3.0), nn.Linear(32, 24), nn.ReLU(), nn.Linear(24, 1))
optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
for step in range(16):
    x = torch.rand(32, 2)
    loss = F.mse_loss(field(x), (6 * x).sin().prod(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Features(nn.Module):
    """The frequencies are fixed by default, and may be learnt."""

    def __init__(self, count, scale, learnt):
        super().__init__()
        self.frequencies = nn.Parameter(torch.randn(2, count))
        self.frequencies.requires_grad = False
        self.frequencies = nn.Parameter(self.frequencies.data * scale, requires_grad=learnt)

    def forward(self, x):
        angles = x @ self.frequencies
        return torch.cat([angles.sin(), angles.cos()], 1)


torch.manual_seed(0)
field = nn.Sequential(Features(16, 3.0, True), nn.Linear(32, 24), nn.ReLU(), nn.Linear(24, 1))
optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
for step in range(16):
    x = torch.rand(32, 2)
    loss = F.mse_loss(field(x), (6 * x).sin().prod(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
