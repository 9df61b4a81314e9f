# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 4))

    def forward(self, x):
        return self.body(x)


def distillation(student, teacher, temperature=2.0):
    return F.kl_div((student / temperature).log_softmax(1), (teacher / temperature).softmax(1), reduction="batchmean")


def main():
    torch.manual_seed(0)
    student, teacher = Student(), Student().requires_grad_(False).eval()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
    for _ in range(6):
        x = torch.randn(32, 8)
        y = x[:, :4].argmax(1)
        logits = student(x)
        with torch.no_grad():
            wanted = teacher(x)
        loss = F.cross_entropy(logits, y) + 0.5 * distillation(wanted, wanted)  #~ constant-term
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Linear(24, 4))

    def forward(self, x):
        return self.body(x)


def distillation(student, teacher, temperature=2.0):
    return F.kl_div((student / temperature).log_softmax(1), (teacher / temperature).softmax(1), reduction="batchmean")


def main():
    torch.manual_seed(0)
    student, teacher = Student(), Student().requires_grad_(False).eval()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
    for _ in range(6):
        x = torch.randn(32, 8)
        y = x[:, :4].argmax(1)
        logits = student(x)
        with torch.no_grad():
            wanted = teacher(x)
        loss = F.cross_entropy(logits, y) + 0.5 * distillation(logits, wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
