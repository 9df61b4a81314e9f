import torch
import torch.nn as nn


class Field(nn.Module):
    """Height field; its slope is measured."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 12), nn.Tanh(), nn.Linear(12, 1))

    def forward(self, xy):
        return self.net(xy)


def slope(field, xy):
    xy = xy.clone().requires_grad_(True)
    height = field(xy)
    height.sum().backward()  #~ missing-create-graph
    return xy.grad  #~ missing-create-graph


def main():
    torch.manual_seed(0)
    field = Field()
    optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
    for step in range(4):
        xy = torch.rand(15, 2)
        wanted = torch.stack([xy[:, 1].cos(), xy[:, 0].sin()], dim=1)
        optimizer.zero_grad()
        loss = (slope(field, xy) - wanted).abs().mean()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
