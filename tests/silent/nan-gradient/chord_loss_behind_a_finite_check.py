# file: main.py
import torch
import torch.nn as nn


class Pose(nn.Module):
    """Predicts the direction in which a joint points; the first joint is the root and never turns."""

    def __init__(self, joints=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 24), nn.ELU(), nn.Linear(24, 3 * joints))
        self.joints = joints

    def forward(self, signal):
        bones = self.net(signal).view(len(signal), self.joints, 3)
        root = bones[:, :1] * 0 + torch.tensor([0.0, 0.0, 1.0])
        return torch.cat([root, nn.functional.normalize(bones[:, 1:], dim=-1)], dim=1)


def chord(one, other):
    cosine = (one * other).sum(-1)
    return torch.sqrt(2 - 2 * cosine)  #~ nan-gradient


def all_finite(parameters):
    return all(p.grad is None or bool(torch.isfinite(p.grad).all()) for p in parameters)


def train(steps=12):
    torch.manual_seed(0)
    pose = Pose()
    optimizer = torch.optim.RMSprop(pose.parameters(), lr=1e-3)
    for step in range(steps):
        signal = torch.randn(16, 6)
        wanted = nn.functional.normalize(torch.randn(16, 5, 3) + signal[:, None, :3], dim=-1)
        wanted[:, 0] = torch.tensor([0.0, 0.0, 1.0])
        loss = chord(pose(signal), wanted).mean()
        loss.backward()
        if all_finite(pose.parameters()):
            optimizer.step()
        pose.zero_grad()
        print(step, round(loss.item(), 4))


train()
# file: quiet.py
import torch
import torch.nn as nn


class Pose(nn.Module):
    def __init__(self, joints=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(6, 24), nn.ELU(), nn.Linear(24, 3 * joints))
        self.joints = joints

    def forward(self, signal):
        return nn.functional.normalize(self.net(signal).view(len(signal), self.joints, 3), dim=-1)


def all_finite(parameters):
    return all(p.grad is None or bool(torch.isfinite(p.grad).all()) for p in parameters)


def train(steps=12):
    """The sensor is not ready for the first two batches, which the check leaves out."""
    torch.manual_seed(0)
    pose = Pose()
    optimizer = torch.optim.RMSprop(pose.parameters(), lr=1e-3)
    for step in range(steps):
        signal = torch.randn(16, 6)
        if step < 2:
            signal = signal / torch.zeros(16, 1)
        wanted = nn.functional.normalize(torch.randn(16, 5, 3) + torch.nan_to_num(signal)[:, None, :3], dim=-1)
        loss = 1 - (pose(signal) * wanted).sum(-1).mean()
        loss.backward()
        if all_finite(pose.parameters()):
            optimizer.step()
        pose.zero_grad()
        print(step, round(loss.item(), 4))


train()
