# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)


@torch.no_grad()
def binarise(model):
    for parameter in model.parameters():
        if parameter.dim() > 1:
            parameter.data = parameter.sign() * parameter.abs().mean()  #~ update-undone


for step in range(20):
    x = torch.randn(16, 10)
    y = (x[:, 0] > 0).long()
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    binarise(net)  #~ update-undone
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
exact = {}


@torch.no_grad()
def binarise(model):
    for parameter in model.parameters():
        if parameter.dim() > 1:
            parameter.data = parameter.sign() * parameter.abs().mean()


@torch.no_grad()
def put_back():
    for parameter, values in exact.items():
        parameter.data = values


for step in range(20):
    x = torch.randn(16, 10)
    y = (x[:, 0] > 0).long()
    exact.update((p, p.detach().clone()) for p in net.parameters())  # kept for the step
    binarise(net)
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    put_back()
    optimizer.step()
print(loss.item())
