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
