# file: main.py
import torch
import torch.nn as nn

from physics import forces


def main():
    torch.manual_seed(0)
    mu = nn.Parameter(torch.tensor(0.3))
    opt = torch.optim.Adam([mu], lr=1e-2)
    best = float("inf")
    for step in range(3):
        v = torch.randn(8, 2)
        loss = (forces(v, mu) + 0.5 * v / v.norm(dim=1, keepdim=True)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if loss.item() < best:  #! decoy
            best = loss.item()
        print(step, best)


main()
# file: physics.py
import torch


def friction(v, mu):
    speed = v.norm()
    if speed < 1e-3:  #~ function-transforms
        return torch.zeros_like(v)
    return -mu * v / speed


def forces(vs, mu):
    return torch.vmap(friction, in_dims=(0, None))(vs, mu)
