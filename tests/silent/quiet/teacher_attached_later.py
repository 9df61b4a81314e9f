# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(a, b, h=16):
    return nn.Sequential(nn.Linear(a, h), nn.ReLU(), nn.Linear(h, b))


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone, self.head = mlp(6, 8), nn.Linear(8, 3)
        self.projector = mlp(8, 4)

    def forward(self, x):
        return self.head(self.backbone(x))


def attach(student):
    """A teacher, a judge of looks and fixed directions, which are frozen each for itself."""
    student.teacher = mlp(6, 3, 32).requires_grad_(False).eval()
    student.judge = mlp(6, 5)
    for p in student.judge.parameters():
        p.requires_grad = False
    student.norm = nn.LayerNorm(8)
    student.projector.load_state_dict(mlp(8, 4).state_dict())
    for p in [*student.backbone[0].parameters(), *student.norm.parameters(), *student.projector.parameters()]:
        p.requires_grad_(False)
    student.start = nn.Parameter(torch.zeros(4, 8))
    student.start.data = torch.eye(4, 8)
    student.start.requires_grad_(False)
    return student


torch.manual_seed(0)
student = attach(Student())
optimizer = torch.optim.AdamW(student.parameters(), lr=1e-2)
x = torch.randn(20, 6)
for _ in range(8):
    h = student.norm(student.backbone(x))
    out = student.head(h)
    loss = F.kl_div(out.log_softmax(1), student.teacher(x).softmax(1), reduction="batchmean")
    loss = loss + 0.1 * F.mse_loss(h @ student.start.t(), student.projector(h.detach()))
    loss = loss + 0.1 * student.judge(torch.cat([out, out], 1)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
