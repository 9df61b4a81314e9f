import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Recurrent(nn.Module):
    def __init__(self, dim=8, depth=2):
        super().__init__()
        self.cells = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.previous = [None] * depth

    def forward(self, x):
        for i, cell in enumerate(self.cells):
            h = torch.tanh(cell(x))
            if self.previous[i] is not None:
                h = h * torch.sigmoid(self.previous[i])
            self.previous[i] = h.detach()  #~ checkpoint-mismatch
            x = h
        return x


torch.manual_seed(0)
net = Recurrent()
x = torch.randn(3, 8, requires_grad=True)
checkpoint(net, x, use_reentrant=False).sum().backward()
