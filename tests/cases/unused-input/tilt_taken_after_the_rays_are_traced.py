import torch
from torch import nn

torch.manual_seed(0)
lens = nn.Linear(3, 3)


def trace(scene):
    directions = scene["rays"] / scene["rays"].norm(dim=1, keepdim=True)
    scene["seen"] = lens(directions)


def tilt(scene):
    turn = torch.stack([scene["angle"].cos(), scene["angle"].sin(), scene["angle"]])
    scene["rays"] = scene["rays"] * turn


def render(scene):
    trace(scene)  #~ unused-input
    tilt(scene)
    return scene["seen"].square().mean()


optimizer = torch.optim.SGD(lens.parameters(), lr=0.1)
for step in range(3):
    angle = torch.tensor(0.1 * step, requires_grad=True)
    scene = {"rays": torch.rand(6, 3) + 0.1, "angle": angle}
    bright = render(scene)
    (slope,) = torch.autograd.grad(bright, angle, create_graph=True)  #! decoy
    loss = bright + slope.square()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
