import torch
from torch import nn

torch.manual_seed(0)
down = nn.Parameter(torch.randn(2, 4))
up = nn.Parameter(torch.zeros(4, 2))  # starts at zero, so that the other half gets zeros at first
x = torch.randn(8, 4)

y = x + x @ down.t() @ up.t()
y.pow(2).mean().backward()
print(down.grad.abs().max(), up.grad.norm())
