import torch
import torch.nn as nn


class Hamiltonian(nn.Module):
    def __init__(self, dim=2):
        super().__init__()
        self.energy = nn.Sequential(nn.Linear(dim, 24), nn.Tanh(), nn.Linear(24, 1))
        self.drag = nn.Sequential(nn.Linear(dim, 8), nn.Tanh(), nn.Linear(8, dim))

    def forward(self, state):
        state = state.detach().requires_grad_()  #! decoy
        total = self.energy(state).sum()
        (g,) = torch.autograd.grad(total, state)  #~ missing-create-graph
        dq, dp = g.chunk(2, 1)
        return torch.cat([dp, -dq], 1), self.drag(state)
