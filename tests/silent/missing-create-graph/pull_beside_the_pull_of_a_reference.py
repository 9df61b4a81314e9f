# file: main.py
import torch
from torch import nn

from springs import Springs, reference


def main(steps=12):
    torch.manual_seed(0)
    net = Springs()
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    for _ in range(steps):
        place = torch.randn(16, 3)
        wanted_energy, wanted_pull = reference(place)
        energy, pull = net(place)
        loss = 0.1 * nn.functional.mse_loss(energy, wanted_energy) + nn.functional.mse_loss(pull, wanted_pull)
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: springs.py
import torch
from torch import nn


class Springs(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, place):
        place = place.detach().requires_grad_()
        energy = self.net(place).squeeze(-1)
        (slope,) = torch.autograd.grad(energy.sum(), place, retain_graph=True)  #~ missing-create-graph
        return energy, -slope


def reference(place):
    place = place.detach().requires_grad_()
    energy = (1 - torch.exp(-place.norm(dim=1))).square()
    (pull,) = torch.autograd.grad(-energy.sum(), place)  #! decoy
    return energy.detach(), pull
