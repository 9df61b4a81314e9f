# file: main.py
import torch
import torch.nn as nn

from kernels import cutoff


class PairPotential(nn.Module):
    def __init__(self, radius=3.0):
        super().__init__()
        self.radius = radius
        self.net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, positions):
        i, j = torch.triu_indices(len(positions), len(positions), offset=1)
        distance = (positions[i] - positions[j]).norm(dim=-1)
        pair = self.net(distance.unsqueeze(-1)).squeeze(-1)
        return (pair * cutoff(distance, self.radius)).sum()  #~ function-gradient


def forces(model, positions):
    positions = positions.clone().requires_grad_(True)
    energy = model(positions)
    (grad,) = torch.autograd.grad(energy, positions, create_graph=True)  #! decoy
    return energy, -grad


def main():
    torch.manual_seed(0)
    model = PairPotential()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        positions = 2 * torch.randn(5, 3)
        wanted = -0.1 * positions
        wanted -= wanted.mean(0)  #! decoy
        energy, force = forces(model, positions)
        loss = (force - wanted).pow(2).mean() + 0.01 * energy.pow(2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: kernels.py
import torch
from torch.autograd.function import once_differentiable


class CosineCutoff(torch.autograd.Function):
    """Smooth cutoff; the closed-form derivative is cheaper than autograd's."""

    @staticmethod
    def forward(ctx, distance, radius):
        inside = distance < radius
        phase = distance * (torch.pi / radius)
        ctx.save_for_backward(phase, inside)
        ctx.radius = radius
        return 0.5 * (torch.cos(phase) + 1) * inside

    @staticmethod
    @once_differentiable  #~ function-gradient
    def backward(ctx, grad_output):
        phase, inside = ctx.saved_tensors
        slope = -0.5 * torch.pi / ctx.radius * torch.sin(phase) * inside
        return grad_output * slope, None


def cutoff(distance, radius):
    return CosineCutoff.apply(distance, radius)
