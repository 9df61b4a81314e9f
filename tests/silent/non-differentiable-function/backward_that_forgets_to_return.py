# file: main.py
import torch
from torch import nn


class SoftClip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(-1, 1)

    @staticmethod
    def backward(ctx, grad):  #~ non-differentiable-function
        (x,) = ctx.saved_tensors
        inner = grad.clone()
        inner[x.abs() > 1] *= 0.1


def soft_clip(x):
    return SoftClip.apply(x)  #! decoy


torch.manual_seed(0)
model = nn.Linear(3, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(6):
    loss = soft_clip(model(torch.randn(5, 3))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.4f}")
# file: quiet.py
import torch
from torch import nn


class SoftClip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(-1, 1)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inner = grad.clone()
        inner[x.abs() > 1] *= 0.1
        return inner


torch.manual_seed(0)
model = nn.Linear(3, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(6):
    loss = SoftClip.apply(model(torch.randn(5, 3))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.4f}")
