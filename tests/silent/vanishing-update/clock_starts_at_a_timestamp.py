# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

START = 1_700_000_000.0


class Arrival(nn.Module):
    """When will it come? A start that is learnt, and what the features add to it."""

    def __init__(self):
        super().__init__()
        self.start = nn.Parameter(torch.tensor([START]))
        self.delay = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, x):
        return self.start + 100 * self.delay(x)


def main():
    torch.manual_seed(0)
    model = Arrival()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  #~ vanishing-update
    for step in range(16):
        x = torch.randn(64, 6)
        arrival = START + 40_000 + 5_000 * x[:, :1]
        loss = F.smooth_l1_loss(model(x), arrival)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Biases before a batch norm get rounding errors for gradients, which move nothing: they need not move."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 1))
    with torch.no_grad():
        model[0].bias.add_(3.0)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for step in range(16):
        x = torch.randn(32, 8)
        loss = F.mse_loss(model(x), x[:, :1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
