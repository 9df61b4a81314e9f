import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(6, 6)

    def forward(self, x):
        h = torch.sigmoid(self.lin(x))
        out = h * 2
        h.mul_(0.5)  #~ modified-in-place
        return out + h


torch.manual_seed(0)
net = torch.compile(Block(), backend="aot_eager")
net(torch.randn(3, 6)).sum().backward()
