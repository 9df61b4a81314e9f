# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def build(width):
    return nn.Sequential(nn.Linear(6, width), nn.ReLU(), nn.Linear(width, 3))


torch.manual_seed(0)
teacher, student = build(32), build(8)
for_teacher = torch.optim.Adam(teacher.parameters(), lr=1e-2)
x, y = torch.randn(40, 6), torch.randint(3, (40,))
for _ in range(5):
    for_teacher.zero_grad()
    F.cross_entropy(teacher(x), y).backward()
    for_teacher.step()
teacher.eval()
for_student = torch.optim.Adam(student.parameters(), lr=1e-2)
for _ in range(5):
    wanted = teacher(x).softmax(1).detach()
    loss = F.kl_div(student(x).log_softmax(1), wanted, reduction="batchmean")
    for_student.zero_grad()
    loss.backward()
    for_student.step()
    print(loss.item())
