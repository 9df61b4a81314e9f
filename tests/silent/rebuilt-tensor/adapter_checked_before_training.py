# file: main.py
import torch
from torch import nn

torch.manual_seed(0)
down = nn.Parameter(torch.zeros(2, 4))
up = nn.Parameter(torch.randn(4, 2))
x = torch.randn(8, 4)

kept = nn.Parameter(down + 0.1)  #~ rebuilt-tensor
y = x @ kept.t() @ up.t()
y.pow(2).mean().backward()
print(down.grad, up.grad.norm())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
down = nn.Parameter(torch.randn(2, 4))
up = nn.Parameter(torch.zeros(4, 2))  # starts at zero, so that the other half gets zeros at first
x = torch.randn(8, 4)

y = x + x @ down.t() @ up.t()
y.pow(2).mean().backward()
print(down.grad.abs().max(), up.grad.norm())
