import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Warm(nn.Module):
    def __init__(self, dim=8, depth=3):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.started = {"norm": False, "scale": True}

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        if not self.started["norm"]:
            x = x / x.norm(dim=-1, keepdim=True)
            self.started["norm"] = True  #~ checkpoint-mismatch
        return x


torch.manual_seed(0)
net = Warm()
x = torch.randn(3, 8, requires_grad=True)
checkpoint(net, x, use_reentrant=False).sum().backward()
