# file: main.py
import torch
from torch import nn


@torch.library.custom_op("gates::gain", mutates_args=())
def gain(signal: torch.Tensor, gains: torch.Tensor) -> torch.Tensor:
    return signal * gains


def gain_setup(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def gain_backward(ctx, incoming):
    signal, gains = ctx.saved_tensors
    return incoming * gains, None  #~ non-differentiable-function


gain.register_autograd(gain_backward, setup_context=gain_setup)  #! decoy

torch.manual_seed(0)
lift = nn.Linear(3, 5)
gains = nn.Parameter(torch.ones(5))
optimizer = torch.optim.SGD([*lift.parameters(), gains], lr=0.05)
for step in range(9):
    x = torch.randn(16, 3)
    loss = (gain(lift(x), gains).sum(-1) - 2 * x.sum(-1)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
# file: quiet.py
import torch
from torch import nn


@torch.library.custom_op("gates::gain", mutates_args=())
def gain(signal: torch.Tensor, gains: torch.Tensor) -> torch.Tensor:
    return signal * gains


def gain_setup(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def gain_backward(ctx, incoming):
    """The gains of the second use are constants, and need no gradient."""
    signal, gains = ctx.saved_tensors
    return incoming * gains, (incoming * signal).sum(0) if ctx.needs_input_grad[1] else None


gain.register_autograd(gain_backward, setup_context=gain_setup)

torch.manual_seed(0)
lift = nn.Linear(3, 5)
gains = nn.Parameter(torch.ones(5))
optimizer = torch.optim.SGD([*lift.parameters(), gains], lr=0.05)
for step in range(9):
    x = torch.randn(16, 3)
    loss = (gain(gain(lift(x), gains), torch.full((5,), 0.5)).sum(-1) - 2 * x.sum(-1)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
