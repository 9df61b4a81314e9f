# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def follow(teacher, student, keep=0.995):
    with torch.no_grad():
        for slow, fast in zip(teacher.parameters(), student.parameters()):
            slow.lerp_(fast, 1 - keep)
            fast.copy_(slow)  #~ update-undone


torch.manual_seed(7)
student, teacher = nn.Linear(6, 3), nn.Linear(6, 3)
teacher.load_state_dict(student.state_dict())
teacher.requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.05)
for _ in range(20):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(student(x), x[:, :3].argmax(1))
    loss = loss + F.mse_loss(student(x + 0.1 * torch.randn_like(x)), teacher(x))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(teacher, student)
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def follow(teacher, student, keep=0.995):
    with torch.no_grad():
        for slow, fast in zip(teacher.parameters(), student.parameters()):
            slow.lerp_(fast, 1 - keep)


torch.manual_seed(7)
student, teacher = nn.Linear(6, 3), nn.Linear(6, 3)
teacher.load_state_dict(student.state_dict())
teacher.requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.05)
for _ in range(20):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(student(x), x[:, :3].argmax(1))
    loss = loss + F.mse_loss(student(x + 0.1 * torch.randn_like(x)), teacher(x))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(teacher, student)
print(loss.item())
