# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class RoundThrough(torch.autograd.Function):
    """Rounds on the way forth, and lets the gradient pass unchanged."""

    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


class QuantisedNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(5, 12)
        self.second = nn.Linear(12, 1)

    def forward(self, x):
        return self.second(RoundThrough.apply(self.first(x) * 4) / 4)


torch.manual_seed(0)
net = QuantisedNet()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.randn(40, 5)
for _ in range(6):
    optimizer.zero_grad()
    loss = F.mse_loss(net(x), x[:, :1])
    loss.backward()
    optimizer.step()
print(loss.item())
