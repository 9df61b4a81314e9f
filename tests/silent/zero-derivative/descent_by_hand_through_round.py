# file: main.py
import torch

torch.manual_seed(0)
level = torch.full((3,), 2.3, requires_grad=True)
target = torch.tensor([1.0, 4.0, 2.0])


def quantise(x):
    return torch.round(x * 4) / 4  #~ zero-derivative


for _ in range(20):
    loss = (quantise(level) - target).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        level -= 0.1 * level.grad
        level.grad.zero_()
print(level)
# file: quiet.py
import torch

torch.manual_seed(0)
level = torch.full((3,), 2.3, requires_grad=True)
target = torch.tensor([1.0, 4.0, 2.0])


def quantise(x):
    return x + (torch.round(x * 4) / 4 - x).detach()


for _ in range(20):
    loss = (quantise(level) - target).pow(2).sum()
    if level.grad is not None:  # at first there is none
        level.grad.zero_()
    loss.backward()
    with torch.no_grad():
        level -= 0.1 * level.grad
print(level)
