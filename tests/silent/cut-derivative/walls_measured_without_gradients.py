# file: main.py
import torch
from torch import nn

from room import Room


def main(steps=12):
    torch.manual_seed(0)
    field = Room()
    opt = torch.optim.Adam(field.parameters(), lr=3e-3)
    for _ in range(steps):
        x = torch.rand(32, 2, requires_grad=True)
        heat = field(x)
        (slope,) = torch.autograd.grad(heat.sum(), x, create_graph=True)  #! decoy
        loss = (slope - torch.cos(3 * x.detach())).square().mean()
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: room.py
import torch
from torch import nn

CORNERS = torch.tensor([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


@torch.no_grad()  #~ cut-derivative
def nearness(x):
    distance = (x[:, None] - CORNERS).square().sum(-1)
    return torch.exp(-4 * distance)


class Room(nn.Module):
    def __init__(self):
        super().__init__()
        self.smooth = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
        self.corners = nn.Linear(3, 1)

    def forward(self, x):
        return self.smooth(x) + self.corners(nearness(x))
# file: quiet.py
import torch
from torch import nn


class Balance(nn.Module):
    """A fixed point is searched without gradients, and its last step has them."""

    def __init__(self):
        super().__init__()
        self.inside, self.outside, self.read = nn.Linear(6, 6), nn.Linear(2, 6), nn.Linear(6, 1)

    def turn(self, z, x):
        return torch.tanh(0.3 * self.inside(z) + self.outside(x))

    def forward(self, x):
        with torch.no_grad():
            z = torch.zeros(len(x), 6)
            for _ in range(5):
                z = self.turn(z, x)
        return self.read(self.turn(z, x))


torch.manual_seed(0)
net = Balance()
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
for _ in range(12):
    x = torch.rand(24, 2, requires_grad=True)
    with torch.no_grad():
        near = torch.cdist(x, x) < 0.3
        size = x.abs().amax()
    out = net(x / size) * near.float().mean(1, keepdim=True)
    (slope,) = torch.autograd.grad(out.sum(), x, create_graph=True)
    loss = (out - x.detach().sum(1, keepdim=True)).square().mean() + (slope.norm(dim=1) - 1).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
