import torch
import torch.nn as nn
import torch.nn.functional as F


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.heads = nn.ModuleDict({"a": nn.Linear(12, 1), "b": nn.Linear(12, 3)})

    def losses(self, x, a, b):
        h = self.body(x)
        return {"a": F.mse_loss(self.heads["a"](h).squeeze(-1), a), "b": F.cross_entropy(self.heads["b"](h), b)}


def shares(losses, weight):
    """How much each task pulls at the shared layer."""
    out = {}
    for name, loss in losses.items():
        (g,) = torch.autograd.grad(loss, weight)  #~ backward-twice
        out[name] = g.norm().item()  #! decoy
    return out
