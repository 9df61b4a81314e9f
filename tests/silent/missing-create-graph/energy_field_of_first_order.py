# file: main.py
import torch
import torch.nn.functional as F

from hnn import Hamiltonian


def main():
    torch.manual_seed(0)
    net = Hamiltonian()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        q, p = torch.randn(32, 1), torch.randn(32, 1)
        state = torch.cat([q, p], 1)
        motion = torch.cat([p, -q.sin()], 1)
        field, friction = net(state)
        loss = F.mse_loss(field - friction, motion)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: hnn.py
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
