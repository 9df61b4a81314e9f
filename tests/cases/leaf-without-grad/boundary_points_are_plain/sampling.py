import torch


def interior_points(n):
    return torch.rand(n, 2, requires_grad=True)


def boundary_points(n):
    y = torch.rand(n, requires_grad=True)
    side = torch.ones(n)
    return torch.stack([side, y.detach()], dim=1)  #~ detached-tensor|leaf-without-grad
