import torch


def scored(row):
    return row @ torch.ones(5)


torch.func.vmap(scored)(torch.randn(3, 4, requires_grad=True))
