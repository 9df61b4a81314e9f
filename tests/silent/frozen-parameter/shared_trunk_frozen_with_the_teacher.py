# file: main.py
import torch
import torch.nn.functional as F

from nets import Student, Teacher


def main():
    torch.manual_seed(0)
    student = Student()
    teacher = Teacher(student.trunk)
    for p in teacher.parameters():
        p.requires_grad_(False)  #~ frozen-parameter
    opt = torch.optim.Adam(student.parameters(), lr=1e-3)
    for step in range(6):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        with torch.no_grad():  #! decoy
            soft = teacher(x).softmax(-1)
        logits = student(x)
        loss = F.cross_entropy(logits, y) + F.cross_entropy(logits, soft)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
"""The trunk is fitted first, and then shared by both, frozen."""
import torch
import torch.nn.functional as F

from nets import Student, Teacher

torch.manual_seed(0)
student = Student()
opt = torch.optim.Adam(student.parameters(), lr=1e-3)
for step in range(4):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    loss = F.cross_entropy(student(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
teacher = Teacher(student.trunk)
for p in teacher.parameters():
    p.requires_grad_(False)
opt = torch.optim.Adam(student.parameters(), lr=1e-3)
for step in range(6):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    with torch.no_grad():
        soft = teacher(x).softmax(-1)
    logits = student(x)
    loss = F.cross_entropy(logits, y) + F.cross_entropy(logits, soft)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
# file: nets.py
import torch.nn as nn


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.trunk(x))


class Teacher(nn.Module):
    def __init__(self, trunk):
        super().__init__()
        self.trunk = trunk  #~ frozen-parameter
        self.head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 3))

    def forward(self, x):
        return self.head(self.trunk(x))
