import torch
import torch.nn as nn


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))

    def energy(self, pos):
        i, j = torch.triu_indices(len(pos), len(pos), offset=1)
        distance = (pos[i] - pos[j]).norm(dim=1, keepdim=True)
        return self.net(distance).sum()

    def forward(self, pos):
        with torch.enable_grad():  #! decoy
            pos = pos.clone().requires_grad_(True)
            energy = self.energy(pos)
            (gradient,) = torch.autograd.grad(energy, pos, create_graph=self.training)
        return {"energy": energy, "forces": -gradient}
