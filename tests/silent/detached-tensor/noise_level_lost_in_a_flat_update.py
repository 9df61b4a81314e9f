# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import parameters_to_vector, vector_to_parameters


class Level(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_std = nn.Parameter(torch.tensor(-1.0))

    def forward(self, x):
        return x + self.log_std.exp() * torch.randn_like(x)


torch.manual_seed(0)
level = Level()
outer = torch.optim.Adam(level.parameters(), lr=0.02)
x, y = torch.randn(30, 4), torch.randn(30, 1)
for step in range(6):
    student = nn.Linear(4, 1)
    cost = F.mse_loss(student(level(x)), y)
    grads = torch.autograd.grad(cost, list(student.parameters()), create_graph=True)
    flat = parameters_to_vector(student.parameters()) - 0.1 * parameters_to_vector(grads)
    vector_to_parameters(flat, student.parameters())  #~ detached-tensor
    loss = F.mse_loss(student(x), y)
    outer.zero_grad()
    loss.backward()
    outer.step()
    print(step, loss.item(), level.log_std.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import parameters_to_vector, vector_to_parameters


class Level(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_std = nn.Parameter(torch.tensor(-1.0))

    def forward(self, x):
        return x + self.log_std.exp() * torch.randn_like(x)


torch.manual_seed(0)
level = Level()
outer = torch.optim.Adam(level.parameters(), lr=0.02)
x, y = torch.randn(30, 4), torch.randn(30, 1)
for step in range(6):
    student = nn.Linear(4, 1)
    cost = F.mse_loss(student(level(x)), y)
    grads = torch.autograd.grad(cost, list(student.parameters()), create_graph=True)
    flat = parameters_to_vector(student.parameters()) - 0.1 * parameters_to_vector(grads)
    vector_to_parameters(flat, student.parameters())  # to see where it gets
    with torch.no_grad():
        reached = F.mse_loss(student(x), y).item()
    size = torch.stack([g.square().sum() for g in grads]).sum()
    loss = size + cost
    outer.zero_grad()
    loss.backward()
    outer.step()
    print(step, loss.item(), reached, level.log_std.item())
