# file: main.py
import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self, components, size):
        super().__init__()
        self.centres = nn.Parameter(torch.zeros(components, size))  #~ equal-units
        self.widths = nn.Parameter(torch.zeros(components, size))  #~ equal-units

    def forward(self, x):
        apart = (x[:, None] - self.centres) / self.widths.exp()
        return (-0.5 * apart.square().sum(2) - self.widths.sum(1)).logsumexp(1)


torch.manual_seed(0)
model = Mixture(3, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
points = torch.cat([torch.randn(40, 2) + shift for shift in (-4, 1, 6)])
for step in range(16):
    loss = -model(points).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

# The widths start equal; the centres are some of the points.
torch.manual_seed(0)
points = torch.cat([torch.randn(40, 2) + shift for shift in (-4, 1, 6)])
centres = nn.Parameter(points[torch.randperm(120)[:3]].clone())
widths = nn.Parameter(torch.zeros(3, 2))
optimizer = torch.optim.Adam([centres, widths], lr=0.05)
for step in range(16):
    apart = (points[:, None] - centres) / widths.exp()
    loss = -(-0.5 * apart.square().sum(2) - widths.sum(1)).logsumexp(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
