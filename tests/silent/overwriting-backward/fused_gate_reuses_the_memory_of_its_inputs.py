# file: main.py
import torch
import torch.nn.functional as F
from fused import damped
from torch import nn


torch.manual_seed(0)
gate, value, out = nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(8, 1)
optimizer = torch.optim.SGD([*gate.parameters(), *value.parameters(), *out.parameters()], lr=0.1)
for step in range(10):
    x = torch.randn(16, 6)
    h = damped(torch.sigmoid(gate(x)), value(x))  #! decoy
    loss = F.mse_loss(out(h), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: fused.py
import torch


class Damped(torch.autograd.Function):
    @staticmethod
    def forward(ctx, share, value):
        ctx.save_for_backward(share, value)
        return share * value

    @staticmethod
    def backward(ctx, grad):
        share, value = ctx.saved_tensors
        for_share, for_value = grad * value, grad * share
        share.data.copy_(for_share)  #~ overwriting-backward
        return for_share, for_value


def damped(share, value):
    return Damped.apply(share, value)
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

# The memory of the inputs is written here too: what made them is a layer, which has not saved its result.


class Damped(torch.autograd.Function):
    @staticmethod
    def forward(ctx, share, value):
        ctx.save_for_backward(share, value)
        return share * value

    @staticmethod
    def backward(ctx, grad):
        share, value = ctx.saved_tensors
        for_share, for_value = grad * value, grad * share
        share.data.copy_(for_share)
        return share.data, for_value


torch.manual_seed(0)
gate, value, out = nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(8, 1)
optimizer = torch.optim.SGD([*gate.parameters(), *value.parameters(), *out.parameters()], lr=0.1)
for step in range(10):
    x = torch.randn(16, 6)
    h = Damped.apply(gate(x), value(x))
    loss = F.mse_loss(out(h), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
