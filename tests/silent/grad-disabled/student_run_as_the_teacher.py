# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from wrappers import quietly


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 3)


def main():
    torch.manual_seed(0)
    teacher = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 12))
    student = Student()
    opt = torch.optim.Adam(student.parameters(), lr=1e-2)
    for step in range(6):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        hint = quietly(teacher, x)  #! decoy
        h = quietly(student.body, x)  #~ grad-disabled
        loss = F.cross_entropy(student.head(h), y) + F.mse_loss(h, hint)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from wrappers import quietly

torch.manual_seed(0)
teacher = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 12))
body, head = nn.Sequential(nn.Linear(6, 12), nn.ReLU()), nn.Linear(12, 3)
opt = torch.optim.Adam([*body.parameters(), *head.parameters()], lr=1e-2)
for step in range(6):
    x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
    hint = quietly(teacher, x)
    h = body(x)
    loss = F.cross_entropy(head(h), y) + F.mse_loss(h, hint)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item(), quietly(body, x).std().item())
# file: wrappers.py
import torch


def quietly(fn, *args):
    with torch.no_grad():  #! decoy
        return fn(*args)
