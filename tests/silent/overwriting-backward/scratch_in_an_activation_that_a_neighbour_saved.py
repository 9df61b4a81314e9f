# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x, scale)
        return x * scale

    @staticmethod
    def backward(ctx, grad):
        x, scale = ctx.saved_tensors
        scratch = x.data
        scratch.mul_(grad)  #~ overwriting-backward
        return grad * scale, scratch.sum().reshape(1)


torch.manual_seed(0)
body, out, scale = nn.Linear(6, 8), nn.Linear(8, 1), nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([*body.parameters(), *out.parameters(), scale], lr=0.1)
for step in range(10):
    x = torch.randn(16, 6)
    h = body(x)
    mixed = h.pow(2) + Scaled.apply(h, scale)  #! decoy
    loss = F.mse_loss(out(torch.tanh(mixed)), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# It works in a copy; another computes what it has let go of once more, and puts it back.


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x, scale)
        return x * scale

    @staticmethod
    def backward(ctx, grad):
        x, scale = ctx.saved_tensors
        scratch = x.data.clone()
        scratch.mul_(grad)
        return grad * scale, scratch.sum().reshape(1)


class Reversed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.given, ctx.size = x, x.untyped_storage().nbytes()
        result = x + 1
        ctx.result = result.detach()
        x.untyped_storage().resize_(0)
        return result

    @staticmethod
    def backward(ctx, grad):
        ctx.given.untyped_storage().resize_(ctx.size)
        ctx.given.data.copy_(ctx.result - 1)
        return grad


torch.manual_seed(0)
body, out, scale = nn.Linear(6, 8), nn.Linear(8, 1), nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([*body.parameters(), *out.parameters(), scale], lr=0.1)
for step in range(10):
    x = torch.randn(16, 6)
    h = body(x)
    mixed = Reversed.apply(torch.tanh(h.pow(2) + Scaled.apply(h, scale)))
    loss = F.mse_loss(out(mixed), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
