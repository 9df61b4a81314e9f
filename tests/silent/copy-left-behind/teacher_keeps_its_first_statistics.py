# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def net():
    return nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))


@torch.no_grad()
def follow(teacher, student, keep=0.9):
    for slow, fast in zip(teacher.parameters(), student.parameters()):
        slow.mul_(keep).add_(fast, alpha=1 - keep)  #~ copy-left-behind


torch.manual_seed(0)
student = net()
teacher = copy.deepcopy(student).eval().requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.05)
for step in range(12):
    x = 4 + 3 * torch.randn(32, 6)
    wanted = teacher(x).softmax(1)  #! decoy
    loss = F.cross_entropy(student(x), wanted) + F.cross_entropy(student(x), (x[:, 0] > 4).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(teacher, student)
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

# The statistics are copied too, when an epoch is over.


def net():
    return nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))


@torch.no_grad()
def follow(teacher, student, keep=0.9):
    for slow, fast in zip(teacher.parameters(), student.parameters()):
        slow.mul_(keep).add_(fast, alpha=1 - keep)


torch.manual_seed(0)
student = net()
teacher = copy.deepcopy(student).eval().requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.05)
for epoch in range(3):
    for step in range(4):
        x = 4 + 3 * torch.randn(32, 6)
        wanted = teacher(x).softmax(1)
        loss = F.cross_entropy(student(x), wanted) + F.cross_entropy(student(x), (x[:, 0] > 4).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        follow(teacher, student)
    for slow, fast in zip(teacher.buffers(), student.buffers()):
        slow.copy_(fast)
print(loss.item())
