# file: main.py
import torch
import torch.nn.functional as F

from potential import PairPotential, energy_and_forces


def main():
    torch.manual_seed(0)
    model = PairPotential()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        pos, truth = 2 * torch.randn(5, 3), torch.randn(5, 3)
        energy, forces = energy_and_forces(model, pos)
        loss = F.mse_loss(forces, truth) + 0.01 * energy ** 2
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: potential.py
import torch
import torch.nn as nn


class PairPotential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 16), nn.SiLU(), nn.Linear(16, 1))

    def neighbours(self, pos, cutoff):
        d = torch.cdist(pos.detach(), pos.detach())  #! decoy
        return (d + 10 * torch.eye(len(pos))).lt(cutoff).nonzero().T

    def forward(self, pos, cutoff=3.0):
        i, j = self.neighbours(pos, cutoff)
        r = (pos[i] - pos[j]).norm(dim=-1, keepdim=True)
        return 0.5 * self.net(r).sum()


def energy_and_forces(model, pos):
    energy = model(pos)
    pos = pos.requires_grad_()  #~ unused-input|leaf-without-grad|requires-grad-misuse
    (grad,) = torch.autograd.grad(energy, pos, create_graph=True)
    return energy, -grad
