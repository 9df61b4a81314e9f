import torch
import torch.nn.functional as F


def initial_parameters(users=12, items=20, dim=6):
    shapes = {
        "user": (users, dim),
        "item": (items, dim),
        "genre": (5, dim),
        "hidden.weight": (16, 2 * dim),
        "hidden.bias": (16,),
        "out.weight": (1, 16),
    }
    return {name: (0.1 * torch.randn(shape)).requires_grad_() for name, shape in shapes.items()}  #! decoy


def predict(params, users, items, genres=None):
    item = F.embedding(items, params["item"])
    if genres is not None:
        item = item + F.embedding(genres, params["genre"])
    x = torch.cat([F.embedding(users, params["user"]), item], dim=1)
    x = torch.relu(F.linear(x, params["hidden.weight"], params["hidden.bias"]))
    return F.linear(x, params["out.weight"]).squeeze(1)
