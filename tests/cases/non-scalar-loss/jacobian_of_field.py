import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, xy):
        return self.net(xy)


def slope(field, xy):
    xy = xy.clone().requires_grad_(True)
    height = field(xy)
    (grad,) = torch.autograd.grad(height, xy, create_graph=True)  #~ non-scalar-loss
    return grad


def main():
    torch.manual_seed(0)
    field = Field()
    optimizer = torch.optim.Adam(field.parameters(), lr=1e-2)
    for step in range(3):
        xy = torch.rand(20, 2)
        wanted = torch.stack([torch.ones(20), -torch.ones(20)], dim=1)
        wanted *= 0.5  #! decoy
        loss = (slope(field, xy) - wanted).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
