# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from teacher import MeanTeacher


def main(steps=8):
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
    head = nn.Linear(8, 3)
    teacher = MeanTeacher(student)
    opt = torch.optim.SGD([*student.parameters(), *head.parameters()], lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        z = student(x + 0.1 * torch.randn_like(x))
        loss = F.cross_entropy(head(z), x[:, :3].argmax(1)) + F.mse_loss(z, teacher(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        teacher.follow(student)
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from quiet_teacher import MeanTeacher


class Twins(nn.Module):
    """One tower for both sides, on frozen features that have two names."""

    def __init__(self):
        super().__init__()
        self.features = nn.Linear(6, 6).requires_grad_(False)
        self.stem = self.features
        self.left = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
        self.right = self.left

    def forward(self, x):
        return self.left(self.features(x))


def main(steps=8):
    torch.manual_seed(0)
    student, head = Twins(), nn.Linear(8, 3)
    teacher = MeanTeacher(student)
    opt = torch.optim.SGD([*student.parameters(), *head.parameters()], lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        z = student(x + 0.1 * torch.randn_like(x))
        loss = F.cross_entropy(head(z), x[:, :3].argmax(1)) + F.mse_loss(z, teacher(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        teacher.follow(student)
    print(loss.item())


if __name__ == "__main__":
    main()
# file: quiet_teacher.py
import copy

import torch


class MeanTeacher:
    def __init__(self, student, decay=0.99):
        self.decay = decay
        self.model = copy.deepcopy(student)
        for p in self.model.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def follow(self, student):
        for t, s in zip(self.model.parameters(), student.parameters()):
            t.mul_(self.decay).add_(s, alpha=1 - self.decay)

    @torch.no_grad()
    def __call__(self, x):
        return self.model(x)
# file: teacher.py
import torch


class MeanTeacher:
    def __init__(self, student, decay=0.99):
        self.decay = decay
        self.model = student  #~ frozen-parameter
        for p in self.model.parameters():
            p.requires_grad_(False)  #~ frozen-parameter

    @torch.no_grad()  #! decoy
    def follow(self, student):
        for t, s in zip(self.model.parameters(), student.parameters()):
            t.mul_(self.decay).add_(s, alpha=1 - self.decay)

    @torch.no_grad()  #! decoy
    def __call__(self, x):
        return self.model(x)
