from functools import partial

import torch


def derivative(y, x):
    return torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)[0]


class Burgers:
    def __init__(self, viscosity, n=20):
        self.viscosity = viscosity
        self.points = torch.rand(n, 2).requires_grad_(True)

    def columns(self):
        return (self.points[:, i:i + 1] for i in range(2))  #~ unused-input

    def residual(self, net):
        u = net(self.points)  #~ unused-input
        x, t = self.columns()  #~ unused-input
        du = partial(derivative, u)
        u_x, u_t = du(x), du(t)  #~ unused-input
        return u_t + u * u_x - self.viscosity * derivative(u_x, x)

    def initial(self, net):
        start = torch.stack([self.points[:, 0].detach(), torch.zeros(len(self.points))], dim=1)  #! decoy
        return net(start)[:, 0] + torch.sin(torch.pi * start[:, 0])
