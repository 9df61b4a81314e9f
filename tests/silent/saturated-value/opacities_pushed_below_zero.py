# file: main.py
import torch

from layers import Stack


def fit(model, wanted, steps, lr=0.05):
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    for step in range(steps):
        loss = (model() - wanted).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), model.opacity.tolist())  #! decoy


def main():
    torch.manual_seed(0)
    model = Stack(3)
    wanted = torch.rand(3, 10)
    fit(model, torch.full((3, 10), -0.1), 20)
    fit(model, wanted, 30)


if __name__ == "__main__":
    main()
# file: layers.py
import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.opacity = nn.Parameter(torch.full((layers, 1), 0.4))
        self.register_buffer("tint", torch.rand(8) + 0.5)
        self.edge = nn.Parameter(torch.ones(layers, 2))

    def forward(self):
        seen = self.opacity.clamp(min=0.0)  #~ saturated-value
        return torch.cat((seen * self.tint, self.edge), dim=1)


# file: quiet.py
import torch

from layers import Stack
from main import fit


class Bounded(Stack):
    def forward(self):
        return torch.cat((torch.sigmoid(4 * self.opacity - 2) * self.tint, self.edge), dim=1)


def main():
    torch.manual_seed(0)
    wanted = torch.rand(3, 10)
    model = Bounded(3)
    fit(model, torch.full((3, 10), -0.1), 20)
    fit(model, wanted, 30)
    # All the time what the data asks for lies below the limit.
    fit(Stack(3), torch.full((3, 10), -0.3), 50)


if __name__ == "__main__":
    main()
