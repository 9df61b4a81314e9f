# file: main.py
import torch
from torch import nn


class Sounder(nn.Module):
    """Depth of the water from the echoes of a ship, through many narrow layers."""

    def __init__(self, depth, width=24):
        super().__init__()
        self.echoes = nn.Linear(10, width)  #~ vanishing-update
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.metres = nn.Linear(width, 1)

    def forward(self, echoes):
        hidden = torch.sigmoid(self.echoes(echoes))
        for layer in self.layers:
            hidden = torch.sigmoid(layer(hidden))
        return self.metres(hidden)


torch.manual_seed(0)
sounder = Sounder(depth=11)
for layer in sounder.layers:
    nn.init.zeros_(layer.bias)
optimizer = torch.optim.SGD(sounder.parameters(), lr=0.02, momentum=0.9)
for step in range(40):
    echoes = torch.randn(32, 10)
    metres = echoes[:, :1].abs() + echoes[:, 1:2]
    loss = nn.functional.mse_loss(sounder(echoes), metres)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn


class Sounder(nn.Module):
    """Each layer adds a little to what came before; the scale of that begins near 0."""

    def __init__(self, depth, width=24):
        super().__init__()
        self.echoes = nn.Linear(10, width)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.scales = nn.ParameterList(nn.Parameter(torch.full((width,), 1e-6)) for _ in range(depth))
        self.norm = nn.BatchNorm1d(width)
        self.metres = nn.Linear(width, 1)

    def forward(self, echoes):
        hidden = torch.sigmoid(self.norm(self.echoes(echoes)))
        for layer, scale in zip(self.layers, self.scales):
            hidden = hidden + scale * torch.sigmoid(layer(hidden))
        return self.metres(hidden)


torch.manual_seed(0)
sounder = Sounder(depth=11)
optimizer = torch.optim.SGD(sounder.parameters(), lr=0.02, momentum=0.9)
for step in range(40):
    echoes = torch.randn(32, 10)
    metres = echoes[:, :1].abs() + echoes[:, 1:2]
    loss = nn.functional.mse_loss(sounder(echoes), metres)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
