# file: quiet.py
import numpy as np
import torch
import torch.nn as nn

# The closure writes the gradient into the memory of the old one.
torch.manual_seed(0)
A = np.random.RandomState(0).randn(12, 4)
b = np.random.RandomState(1).randn(12)
w = nn.Parameter(torch.zeros(4, dtype=torch.double))
w.grad = torch.zeros_like(w)
opt = torch.optim.LBFGS([w], lr=0.1, max_iter=4)


def closure():
    r = A @ w.detach().numpy() - b
    w.grad.numpy()[:] = A.T @ r
    return torch.tensor(0.5 * float(r @ r), dtype=torch.double)


for _ in range(8):
    opt.step(closure)
