# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from ops import soft_clip


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))
        self.out = nn.Linear(6, 1)

    def forward(self, x):
        for layer in self.layers:
            x = soft_clip(layer(x))
        return self.out(x)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
x = torch.randn(32, 6)
y = x[:, :1] - x[:, 1:2]
for _ in range(6):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

STACK = []


class SoftClip(torch.autograd.Function):
    """The inputs wait on a stack, and are taken from it in the reverse order."""

    calls = 0
    latest = None

    @staticmethod
    def forward(ctx, x):
        STACK.append(x.detach())
        SoftClip.calls += 1
        SoftClip.latest = x.detach()
        return x / torch.sqrt(1 + x * x)

    @staticmethod
    def backward(ctx, gradient):
        x = STACK.pop()
        return gradient / (1 + x * x) ** 1.5


class Once(torch.autograd.Function):
    kept = None

    @staticmethod
    def forward(ctx, x):
        Once.kept = x.exp()
        return Once.kept * 1.0

    @staticmethod
    def backward(ctx, gradient):
        return gradient * Once.kept


torch.manual_seed(0)
layers = nn.ModuleList(nn.Linear(6, 6) for _ in range(3))
out = nn.Linear(6, 1)
optimizer = torch.optim.Adam([*layers.parameters(), *out.parameters()], lr=1e-2)
x = torch.randn(32, 6)
y = x[:, :1] - x[:, 1:2]
for _ in range(6):
    h = x
    for layer in layers:
        h = SoftClip.apply(layer(h))
    loss = F.mse_loss(out(Once.apply(h)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), SoftClip.calls, SoftClip.latest.mean().item())
# file: ops.py
import torch

SAVED = {}


class SoftClip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        SAVED["x"] = x.detach()  #~ wrong-backward
        return x / torch.sqrt(1 + x * x)

    @staticmethod
    def backward(ctx, gradient):
        x = SAVED["x"]  #~ wrong-backward
        return gradient / (1 + x * x) ** 1.5  #~ wrong-backward


def soft_clip(x):
    return SoftClip.apply(x)
