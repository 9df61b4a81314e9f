# file: main.py
import torch

radius = torch.tensor([-1.0, 0.25, 4.0], requires_grad=True)


def safe_root(x):
    root = torch.sqrt(x)  #~ nan-gradient
    return torch.where(x > 0, root, torch.zeros_like(x))


area = safe_root(radius).sum()
area.backward()
print(area, radius.grad)
# file: quiet.py
import torch

radius = torch.tensor([-1.0, 0.25, 4.0], requires_grad=True)


def safe_root(x):
    root = torch.sqrt(torch.where(x > 0, x, torch.ones_like(x)))
    return torch.where(x > 0, root, torch.zeros_like(x))


area = safe_root(radius).sum()
area.backward()
print(area, radius.grad)
