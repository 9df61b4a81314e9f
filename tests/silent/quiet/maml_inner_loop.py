# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call


def adapt(model, params, x, y, lr, steps):
    for _ in range(steps):
        loss = F.mse_loss(functional_call(model, params, (x,)), y)
        grads = torch.autograd.grad(loss, list(params.values()), create_graph=True)
        params = {k: p - lr * g for (k, p), g in zip(params.items(), grads)}
    return params


def task():
    slope = torch.rand(()) * 4 - 2
    x = torch.randn(20, 1)
    return x, slope * x


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(5):
    optimizer.zero_grad()
    for _ in range(2):
        x, y = task()
        fast = adapt(model, dict(model.named_parameters()), x[:10], y[:10], 0.1, 2)
        loss = F.mse_loss(functional_call(model, fast, (x[10:],)), y[10:]) / 2
        loss.backward()
    optimizer.step()
    print(loss.item())
