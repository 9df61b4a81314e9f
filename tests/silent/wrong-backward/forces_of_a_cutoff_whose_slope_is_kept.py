# file: main.py
#! torch >=2.5: older ones do not tell the shapes of values inside a graph
import torch
from potential import Potential


def reference(atoms):
    return -0.3 * atoms


def main():
    torch.manual_seed(0)
    model = Potential()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(8):
        atoms = torch.randn(6, 5, 3, requires_grad=True)
        energy = model(atoms)
        force = -torch.autograd.grad(energy.sum(), atoms, create_graph=True)[0]
        loss = (force - reference(atoms.detach())).square().mean() + 0.01 * energy.square().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        print(epoch, f"{loss.item():.4f}")


main()
# file: potential.py
import torch
from torch import nn


class Cutoff(torch.autograd.Function):
    """Falls smoothly with the distance; `forward` computes the slope along with the value."""

    @staticmethod
    def forward(ctx, distance, width):
        value = torch.exp(-distance.square() / width)
        ctx.slope = -2 * distance / width * value
        ctx.turn = distance.square() / width.square() * value
        return value

    @staticmethod
    def backward(ctx, incoming):
        of_distance = incoming * ctx.slope
        of_width = (incoming * ctx.turn).sum()
        return of_distance, of_width  #~ wrong-backward


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.width = nn.Parameter(torch.tensor(2.0))
        self.pair = nn.Sequential(nn.Linear(1, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, atoms):
        apart = atoms[:, :, None] - atoms[:, None]
        i, j = torch.triu_indices(atoms.size(1), atoms.size(1), 1)
        distance = apart[:, i, j].norm(dim=-1)
        return (self.pair(distance[..., None]).squeeze(-1) * Cutoff.apply(distance, self.width)).sum(1)
# file: quiet.py
import torch
from potential import Cutoff, Potential
from torch import nn


class Slope(torch.autograd.Function):
    """A derivative with a derivative of its own."""

    @staticmethod
    def forward(ctx, incoming, distance, value):
        ctx.save_for_backward(incoming, distance, value)
        return -2 * incoming * distance * value

    @staticmethod
    def backward(ctx, gradient):
        incoming, distance, value = ctx.saved_tensors
        of_distance = incoming * value * (4 * distance.square() - 2)
        return gradient * -2 * distance * value, gradient * of_distance, None


class Bell(torch.autograd.Function):
    @staticmethod
    def forward(ctx, distance):
        value = torch.exp(-distance.square())
        ctx.save_for_backward(distance, value)
        return value.clone()

    @staticmethod
    def backward(ctx, incoming):
        distance, value = ctx.saved_tensors
        return Slope.apply(incoming, distance, value)


class Pairs(nn.Module):
    def __init__(self):
        super().__init__()
        self.pair = nn.Sequential(nn.Linear(1, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, atoms):
        distance = (atoms[:, :1] - atoms[:, 1:]).norm(dim=-1)
        return (self.pair(distance[..., None]).squeeze(-1) * Bell.apply(distance)).sum(1)


def main():
    torch.manual_seed(0)
    model = Pairs()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for _ in range(6):
        atoms = torch.randn(6, 5, 3, requires_grad=True)
        force = -torch.autograd.grad(model(atoms).sum(), atoms, create_graph=True)[0]
        loss = (force + 0.3 * atoms.detach()).square().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")
    # Forces that are only shown, and energies that are trained: no second derivative is used.
    model = Potential()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for _ in range(6):
        atoms = torch.randn(6, 5, 3, requires_grad=True)
        energy = model(atoms)
        shown = torch.autograd.grad(energy.sum(), atoms, create_graph=True)[0].detach().norm()
        loss = (energy - atoms.detach().square().sum((1, 2))).square().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f} {shown:.4f}", Cutoff.__name__)


main()
