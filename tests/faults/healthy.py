"""A healthy training loop that touches most of what the recorder follows."""

import copy
import pickle
import sys
import warnings

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(factor)
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        (factor,) = ctx.saved_tensors
        return gradient * factor, None


class Parts(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        kept, sign = x * 1.0, x.sign()
        ctx.mark_non_differentiable(sign)
        return kept, sign

    @staticmethod
    def backward(ctx, gradient, _):
        return gradient


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.second = nn.Linear(6, 4)
        self.shift = nn.Parameter(torch.zeros(4))
        self.table = nn.Parameter(torch.ones(2, 4), requires_grad=False)

    def forward(self, x):
        h = checkpoint(self.first, x, use_reentrant=False)
        h, sign = Parts.apply(h)
        h = Scale.apply(h.relu(), torch.tensor(2.0, requires_grad=True))
        out = self.second(h) + self.shift
        out[:, 0] = out[:, 0] * 2
        if sign.sum() > 1e9:
            out = out * 0
        return out


torch.manual_seed(0)
net = Net()
average = copy.deepcopy(net)
net.shift.register_hook(lambda g: g * 1.0)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
inputs = torch.randn(8, 4)
log = []
for step in range(12):
    optimizer.zero_grad()
    out = net(inputs)
    out.retain_grad()
    loss = (out - inputs).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    norm = float(out.grad.norm())
    scaler.step(optimizer)
    scaler.update()
    with torch.no_grad():
        for mean, parameter in zip(average.parameters(), net.parameters(), strict=True):
            mean.mul_(0.9).add_(parameter, alpha=0.1)
    log.append(loss.item())
    if step in (0, 11):
        print(step, f"{log[-1]:.6f} {norm:.6f}")

closure_optimizer = torch.optim.LBFGS([net.shift], lr=0.1, max_iter=2)


def closure():
    closure_optimizer.zero_grad()
    value = (net(inputs) - inputs).pow(2).sum()
    value.backward()
    return value


for _ in range(3):
    closure_optimizer.step(closure)
with torch.inference_mode():
    print(f"{net(inputs).sum():.6f}")
array = net(inputs).detach().numpy()
again = torch.from_numpy(array * 2)
(slope,) = torch.autograd.grad((net(inputs) * again).sum(), [net.shift])
print(f"{slope.sum():.5f}", bool(slope.isfinite().all()))
net.shift.data = net.shift.data * 1.0
previous = torch.is_grad_enabled()
torch.set_grad_enabled(False)
torch.set_grad_enabled(previous)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(net(inputs).sum().grad, len(caught), caught[0].filename == __file__)
first, second = torch.ones(2), torch.zeros(2)
torch.utils.swap_tensors(first, second)
print(first.tolist(), second.tolist())
old = torch.autograd.Variable(torch.ones(2), requires_grad=True)
print((old * 2).sum().item())
layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval()
print(tuple(layer(torch.zeros(1, 2, 4)).shape))
try:
    torch.ones(2) @ torch.ones(3)
except RuntimeError as error:
    print(str(error))
try:
    torch.ones(2).sum().backward()
except RuntimeError as error:
    print(str(error))
looked = torch.ones(2, requires_grad=True)
looked.register_hook(lambda g: print(sys._getframe(2).f_back is not None))
looked.exp().sum().backward()
print(len(looked._backward_hooks), len(pickle.dumps(torch.from_numpy)))
