# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
shared, tasks = nn.Linear(9, 20), nn.ModuleList([nn.Linear(20, 1), nn.Linear(20, 1)])
optimizer = torch.optim.SGD([*shared.parameters(), *tasks.parameters()], lr=0.02)
common = list(shared.parameters())

for step in range(24):
    reads = torch.randn(40, 9)
    goals = [2 * reads[:, :1], reads[:, 1:2].sin() - reads[:, :1]]
    hidden = torch.tanh(shared(reads))
    optimizer.zero_grad()
    slopes = []
    for task, goal in zip(tasks, goals):
        # What the tasks share gets the slope of each by itself; no two of them are added up.
        for parameter in common:
            parameter.grad = None
        nn.functional.mse_loss(task(hidden), goal).backward(retain_graph=True)
        slopes.append(torch.cat([parameter.grad.flatten() for parameter in common]))
    one, other = slopes
    if one @ other < 0:
        one, other = one - (one @ other) / other.norm() ** 2 * other, other - (one @ other) / one.norm() ** 2 * one
    both = (one + other).split([parameter.numel() for parameter in common])
    for parameter, slope in zip(common, both):
        parameter.grad = slope.view_as(parameter).clone()
    optimizer.step()
print(sum(slope.norm().item() for slope in slopes))
