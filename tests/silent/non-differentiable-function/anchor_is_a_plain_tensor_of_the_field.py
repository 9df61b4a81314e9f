# file: main.py
import torch
import torch.nn.functional as F

from field import Field
from flow import Flow


def main():
    torch.manual_seed(0)
    flow = Flow(Field(2), steps=4)
    opt = torch.optim.SGD([*flow.parameters(), flow.field.anchor], lr=0.1)
    for step in range(9):
        x = torch.randn(50, 2)
        loss = F.mse_loss(flow(x), x + torch.tensor([1.0, -1.0]))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from field import Field
from flow import Flow

torch.manual_seed(0)
field = Field(2)
field.anchor = nn.Parameter(field.anchor.detach())
flow = Flow(field, steps=4)
opt = torch.optim.SGD(flow.parameters(), lr=0.1)
for step in range(9):
    x = torch.randn(50, 2)
    loss = F.mse_loss(flow(x), x + torch.tensor([1.0, -1.0]))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4))
# file: field.py
import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.pull = nn.Linear(size, size)
        anchor = torch.zeros(size)
        self.anchor = anchor.requires_grad_()  #~ non-differentiable-function

    def forward(self, x):
        return 0.2 * self.pull(x - self.anchor) + self.anchor  #! decoy
# file: flow.py
import torch
import torch.nn as nn


class Euler(torch.autograd.Function):
    @staticmethod
    def forward(ctx, field, steps, x, *weights):
        states = [x]
        for _ in range(steps):
            states.append(states[-1] + field(states[-1]) / steps)
        ctx.field, ctx.steps = field, steps
        ctx.save_for_backward(*weights, *states)
        return states[-1]

    @staticmethod
    def backward(ctx, grad):
        *kept, last = ctx.saved_tensors
        weights, states = kept[: -ctx.steps], kept[-ctx.steps :]
        sums = [torch.zeros_like(w) for w in weights]
        for state in reversed(states):
            with torch.enable_grad():
                x = state.detach().requires_grad_()
                after = x + ctx.field(x) / ctx.steps
                grad, *more = torch.autograd.grad(after, [x, *weights], grad)
            sums = [a + b for a, b in zip(sums, more)]
        return None, None, grad, *sums


def integrate(field, steps, x):
    weights = list(field.parameters())
    return Euler.apply(field, steps, x, *weights)  #! decoy


class Flow(nn.Module):
    def __init__(self, field, steps):
        super().__init__()
        self.field, self.steps = field, steps

    def forward(self, x):
        return integrate(self.field, self.steps, x)
