# file: main.py
import torch
from penalty import slope_penalty
from torch import nn


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.Tanh(), nn.AdaptiveAvgPool2d(2), nn.Flatten())
        self.mark = nn.Linear(32, 1)

    def forward(self, pictures):
        return self.mark(self.seen(pictures))


torch.manual_seed(0)
judge, painter = Judge(), nn.Linear(5, 3 * 6 * 6)
judging = torch.optim.Adam(judge.parameters(), lr=1e-3)
painting = torch.optim.Adam(painter.parameters(), lr=1e-3)
for turn in range(8):
    real = torch.rand(10, 3, 6, 6)
    made = painter(torch.randn(10, 5)).view(10, 3, 6, 6)
    loss = judge(made.detach()).mean() - judge(real).mean() + slope_penalty(judge, real, made.detach())
    judging.zero_grad()
    loss.backward()
    judging.step()
    painted = -judge(made).mean()
    painting.zero_grad()
    painted.backward()
    painting.step()
print(loss.item(), painted.item())
# file: penalty.py
import torch


def slope_penalty(judge, real, made, weight=10.0):
    share = torch.rand(len(real), 1, 1, 1)
    between = (share * real + (1 - share) * made).requires_grad_()
    (slope,) = torch.autograd.grad(judge(between).sum(), between, create_graph=True)
    length = torch.sqrt(slope.pow(2).sum(dim=(2, 3)) + 1e-12)  #~ wrong-dimension
    too_steep = torch.relu(length - 1)
    return weight * too_steep.square().mean()
# file: quiet.py
import torch
from penalties import path_penalty, patch_penalty, roughness, slope_penalty
from torch import nn


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.Tanh())
        self.mark = nn.Linear(32, 1)

    def patches(self, pictures):
        return self.seen(pictures).mean(1, keepdim=True)

    def forward(self, pictures):
        return self.mark(nn.functional.adaptive_avg_pool2d(self.seen(pictures), 2).flatten(1))


torch.manual_seed(0)
judge, painter = Judge(), nn.Linear(5, 3 * 6 * 6)
judging = torch.optim.Adam(judge.parameters(), lr=1e-3)
painting = torch.optim.Adam(painter.parameters(), lr=1e-3)
for turn in range(8):
    real = torch.rand(10, 3, 6, 6)
    made = painter(torch.randn(10, 5)).view(10, 3, 6, 6)
    loss = judge(made.detach()).mean() - judge(real).mean() + slope_penalty(judge, real, made.detach())
    loss = loss + roughness(judge, real) + patch_penalty(judge, real)
    judging.zero_grad()
    loss.backward()
    judging.step()
    painted = -judge(made).mean() + path_penalty(painter)
    painting.zero_grad()
    painted.backward()
    painting.step()
print(loss.item(), painted.item())
# file: penalties.py
import torch


def slope_penalty(judge, real, made, weight=10.0):
    share = torch.rand(len(real), 1, 1, 1)
    between = (share * real + (1 - share) * made).requires_grad_()
    (slope,) = torch.autograd.grad(judge(between).sum(), between, create_graph=True)
    length = torch.sqrt(slope.pow(2).sum(dim=(1, 2, 3)) + 1e-12)
    too_steep = torch.relu(length - 1)
    return weight * too_steep.square().mean()


def roughness(judge, real, weight=0.1):
    """Drawn to 0: squares add up to the same however they are grouped."""
    real = real.clone().requires_grad_()
    (slope,) = torch.autograd.grad(judge(real).sum(), real, create_graph=True)
    return weight * (slope.norm(2, dim=1) ** 2).sum((1, 2)).mean()


def patch_penalty(judge, real):
    """Each patch has a mark of its own, and a picture has one norm all the same."""
    real = real.clone().requires_grad_()
    marks = judge.patches(real)
    slope = torch.autograd.grad(marks, real, torch.ones_like(marks), create_graph=True)[0]
    return 0.1 * ((slope.flatten(1).norm(2, dim=1) - 1) ** 2).mean()


def path_penalty(painter):
    w = torch.randn(10, 5, requires_grad=True)
    made = painter(w)
    (slope,) = torch.autograd.grad((made * torch.randn_like(made)).sum(), w, create_graph=True)
    length = slope.pow(2).sum(1).sqrt()
    return 0.01 * (length - length.mean().detach()).pow(2).mean()
