import torch


def friction(v, mu):
    speed = v.norm()
    if speed < 1e-3:  #~ function-transforms
        return torch.zeros_like(v)
    return -mu * v / speed


def forces(vs, mu):
    return torch.vmap(friction, in_dims=(0, None))(vs, mu)
