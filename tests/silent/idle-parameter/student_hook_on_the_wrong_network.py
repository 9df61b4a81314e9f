# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, h):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, h), nn.ReLU())
        self.head = nn.Linear(h, 3)

    def forward(self, x):
        return self.head(self.body(x))


class Distiller(nn.Module):
    def __init__(self, teacher, student, h=16):
        super().__init__()
        self.teacher, self.student = teacher.requires_grad_(False), student  #! decoy
        self.match = nn.Linear(h, h)
        self.seen = {}
        teacher.body.register_forward_hook(lambda m, a, out: self.seen.__setitem__("teacher", out))
        teacher.body.register_forward_hook(lambda m, a, out: self.seen.__setitem__("student", out))  #~ idle-parameter

    def forward(self, x):
        with torch.no_grad():  #! decoy
            self.teacher(x)
        self.student(x)
        return F.mse_loss(self.match(self.seen["student"]), self.seen["teacher"])


def main():
    torch.manual_seed(0)
    model = Distiller(Net(16), Net(16))
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=5e-3)
    x = torch.randn(40, 6)
    for _ in range(5):
        loss = model(x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, h):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, h), nn.ReLU())
        self.head = nn.Linear(h, 3)

    def forward(self, x):
        return self.head(self.body(x))


class Distiller(nn.Module):
    def __init__(self, teacher, student, h=16):
        super().__init__()
        self.teacher, self.student = teacher.requires_grad_(False), student
        self.match = nn.Linear(h, h)
        self.seen = {}
        teacher.body.register_forward_hook(lambda m, a, out: self.seen.__setitem__("teacher", out))
        student.body.register_forward_hook(lambda m, a, out: self.seen.__setitem__("student", out))

    def forward(self, x):
        with torch.no_grad():
            self.teacher(x)
        self.student(x)
        return F.mse_loss(self.match(self.seen["student"]), self.seen["teacher"])


def main():
    torch.manual_seed(0)
    model = Distiller(Net(16), Net(16))
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=5e-3)
    x = torch.randn(40, 6)
    for _ in range(5):
        loss = model(x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
