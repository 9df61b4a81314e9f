# file: main.py
import torch
from torch import nn


def shrink(modules, amount):
    for module in modules:
        for weight in module.parameters():
            weight.data.sub_(amount * weight.data)  #~ not-frozen


torch.manual_seed(0)
features = nn.Sequential(nn.Linear(6, 20), nn.Tanh())
features.requires_grad_(False)
regress = nn.Linear(20, 1)
teacher = nn.Linear(20, 1).requires_grad_(False)
optimizer = torch.optim.Adam(regress.parameters(), lr=0.01)
for batch in range(24):
    x = torch.randn(32, 6)
    loss = nn.functional.mse_loss(regress(features(x)), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    shrink([features, regress], 0.002)
    with torch.no_grad():
        for slow, fast in zip(teacher.parameters(), regress.parameters()):
            slow.mul_(0.9).add_(fast, alpha=0.1)  #! decoy
print(loss.item(), nn.functional.mse_loss(teacher(features(x)), x.sum(1, keepdim=True)).item())
# file: quiet.py
import torch
from torch import nn


def shrink(modules, amount):
    for module in modules:
        for weight in module.parameters():
            if weight.requires_grad:
                weight.data.sub_(amount * weight.data)


def unit_norm(modules):
    for module in modules:
        for weight in module.parameters():
            weight.data.div_(weight.data.norm().clamp(min=1.0))


torch.manual_seed(0)
features = nn.Sequential(nn.Linear(6, 20), nn.Tanh())
features.requires_grad_(False)
regress = nn.Linear(20, 1)
teacher = nn.Linear(20, 1).requires_grad_(False)
optimizer = torch.optim.Adam(regress.parameters(), lr=0.01)
for batch in range(24):
    x = torch.randn(32, 6)
    loss = nn.functional.mse_loss(regress(features(x)), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    shrink([features, regress], 0.002)
    unit_norm([features, regress])
    with torch.no_grad():
        for slow, fast in zip(teacher.parameters(), regress.parameters()):
            slow.mul_(0.9).add_(fast, alpha=0.1)
print(loss.item(), nn.functional.mse_loss(teacher(features(x)), x.sum(1, keepdim=True)).item())
