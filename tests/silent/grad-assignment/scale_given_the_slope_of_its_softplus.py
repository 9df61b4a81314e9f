# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class Kernel(nn.Module):
    """A length scale that stays positive."""

    def __init__(self):
        super().__init__()
        self.raw_length = nn.Parameter(torch.tensor([-2.0]))

    def length(self):
        return 0.01 + F.softplus(self.raw_length)

    def forward(self, x, length):
        return torch.exp(-((x[:, None] - x[None]) ** 2) / (2 * length**2))


torch.manual_seed(0)
kernel = Kernel()
optimizer = torch.optim.Adam(kernel.parameters(), lr=0.05)
x = torch.linspace(0, 1, 24)
target = torch.exp(-((x[:, None] - x[None]) ** 2) / (2 * 0.4**2))
for turn in range(30):
    length = kernel.length()
    length.retain_grad()
    loss = F.mse_loss(kernel(x, length), target)
    optimizer.zero_grad()
    loss.backward()  #! decoy
    kernel.raw_length.grad = length.grad.clone()  #~ grad-assignment
    optimizer.step()
print(kernel.length().item())
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


class Kernel(nn.Module):
    """A length scale that stays positive."""

    def __init__(self):
        super().__init__()
        self.raw_length = nn.Parameter(torch.tensor([-2.0]))

    def length(self):
        return 0.01 + F.softplus(self.raw_length)

    def forward(self, x, length):
        return torch.exp(-((x[:, None] - x[None]) ** 2) / (2 * length**2))


torch.manual_seed(0)
kernel = Kernel()
optimizer = torch.optim.Adam(kernel.parameters(), lr=0.05)
x = torch.linspace(0, 1, 24)
target = torch.exp(-((x[:, None] - x[None]) ** 2) / (2 * 0.4**2))
for turn in range(30):
    length = kernel.length()
    length.retain_grad()
    loss = F.mse_loss(kernel(x, length), target)
    optimizer.zero_grad()
    loss.backward()
    kernel.raw_length.grad = length.grad * torch.sigmoid(kernel.raw_length.detach())
    optimizer.step()
print(kernel.length().item())
