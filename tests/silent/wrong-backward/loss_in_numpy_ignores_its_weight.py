# file: main.py
import torch
import torch.nn as nn


class Squared(torch.autograd.Function):
    """Computed in NumPy, where nothing can be followed."""

    @staticmethod
    def forward(ctx, guess, wanted):
        ctx.save_for_backward(guess, wanted)
        difference = guess.detach().numpy() - wanted.numpy()
        return torch.tensor((difference**2).mean())

    @staticmethod
    def backward(ctx, grad_output):
        guess, wanted = ctx.saved_tensors
        return 2 * (guess - wanted) / guess.numel(), None  #~ wrong-backward


torch.manual_seed(0)
net = nn.Linear(6, 1)
opt = torch.optim.SGD(net.parameters(), lr=1e-2)
for step in range(15):
    x = torch.randn(32, 6)
    loss = 0.1 * Squared.apply(net(x), x.sum(1, keepdim=True)) + 0.01 * net.weight.pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


class Squared(torch.autograd.Function):
    """Computed in NumPy, where nothing can be followed."""

    @staticmethod
    def forward(ctx, guess, wanted):
        ctx.save_for_backward(guess, wanted)
        difference = guess.detach().numpy() - wanted.numpy()
        return torch.tensor((difference**2).mean())

    @staticmethod
    def backward(ctx, grad_output):
        guess, wanted = ctx.saved_tensors
        return 2 * (guess - wanted) / guess.numel(), None


torch.manual_seed(0)
net = nn.Linear(6, 1)
opt = torch.optim.SGD(net.parameters(), lr=1e-2)
for step in range(15):
    x = torch.randn(32, 6)
    loss = Squared.apply(net(x), x.sum(1, keepdim=True)) + 0.01 * net.weight.pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
