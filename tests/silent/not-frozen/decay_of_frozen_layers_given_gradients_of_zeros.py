# file: main.py
import torch
import torch.nn as nn


def fill_missing(parameters):
    """Every process sends a gradient for every parameter."""
    for parameter in parameters:
        if parameter.grad is None:
            parameter.grad = torch.zeros_like(parameter)


torch.manual_seed(0)
body = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 10), nn.Tanh())
head = nn.Linear(10, 1)
body.requires_grad_(False)  #~ not-frozen
everything = [*body.parameters(), *head.parameters()]
optimizer = torch.optim.SGD(everything, lr=0.05, weight_decay=1e-2)
for step in range(20):
    x = torch.randn(16, 5)
    loss = (head(body(x)) - x.sum(dim=1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    fill_missing(everything)
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


def fill_missing(parameters):
    """Every process sends a gradient for every parameter."""
    for parameter in parameters:
        if parameter.grad is None:
            parameter.grad = torch.zeros_like(parameter)


torch.manual_seed(0)
body = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 10), nn.Tanh())
head = nn.Linear(10, 1)
body.requires_grad_(False)
everything = [*body.parameters(), *head.parameters()]
optimizer = torch.optim.SGD(everything, lr=0.05)
for step in range(20):
    x = torch.randn(16, 5)
    loss = (head(body(x)) - x.sum(dim=1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    fill_missing(everything)
    optimizer.step()
print(loss.item())
