# file: main.py
import torch
import torch.nn.functional as F

from molecule import EnergyModel


def main():
    torch.manual_seed(0)
    model = EnergyModel()
    opt = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        pos = torch.randn(6, 3, requires_grad=True)
        kind = torch.randint(0, 3, (6,))
        energy = model(kind, pos)
        (g,) = torch.autograd.grad(energy, pos, create_graph=True)
        loss = F.mse_loss(-g, -pos.detach()) + energy.pow(2) * 1e-3  #! decoy
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: molecule.py
import torch
import torch.nn as nn


def neighbours(pos, cutoff=2.5):
    pos = pos.detach()  #~ detached-tensor
    i, j = (torch.cdist(pos, pos) < cutoff).nonzero(as_tuple=True)
    keep = i != j
    return i[keep], j[keep], pos[i[keep]] - pos[j[keep]]  #~ detached-tensor


class EnergyModel(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.embed = nn.Embedding(3, dim)
        self.pair = nn.Sequential(nn.Linear(2 * dim + 1, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, kind, pos):
        i, j, vec = neighbours(pos)
        h = self.embed(kind)
        return self.pair(torch.cat([h[i], h[j], vec.norm(dim=-1, keepdim=True)], -1)).sum()
