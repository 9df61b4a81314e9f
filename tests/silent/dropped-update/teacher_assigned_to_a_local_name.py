# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def update_teacher(student, teacher, decay):
    weights = dict(student.named_parameters())
    for name, param in teacher.named_parameters():
        updated = decay * param.detach() + (1 - decay) * weights[name].detach()  #~ dropped-update


torch.manual_seed(0)
student = nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 3))
teacher = copy.deepcopy(student).requires_grad_(False)
opt = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
for step in range(10):
    x = torch.randn(24, 5)
    out = student(x + 0.1 * torch.randn_like(x))
    loss = F.cross_entropy(out, x[:, :3].argmax(1)) + F.mse_loss(out, teacher(x))
    opt.zero_grad()
    loss.backward()
    opt.step()
    update_teacher(student, teacher, 0.99)
print(loss.item())
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def update_teacher(student, teacher, decay):
    weights = dict(student.named_parameters())
    for name, param in teacher.named_parameters():
        updated = decay * param.detach() + (1 - decay) * weights[name].detach()
        param.copy_(updated)


torch.manual_seed(0)
student = nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 3))
teacher = copy.deepcopy(student).requires_grad_(False)
opt = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9)
for step in range(10):
    x = torch.randn(24, 5)
    out = student(x + 0.1 * torch.randn_like(x))
    loss = F.cross_entropy(out, x[:, :3].argmax(1)) + F.mse_loss(out, teacher(x))
    opt.zero_grad()
    loss.backward()
    opt.step()
    update_teacher(student, teacher, 0.99)
print(loss.item())
