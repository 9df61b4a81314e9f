# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(9, 16), nn.ReLU(), nn.Linear(16, 5))


def distillation(student_logits, teacher_logits, temperature=2.0):
    student = F.log_softmax(student_logits.detach() / temperature, dim=1)  #~ detached-tensor
    teacher = F.softmax(teacher_logits / temperature, dim=1)
    return F.kl_div(student, teacher, reduction="batchmean") * temperature**2


def main():
    torch.manual_seed(0)
    student, teacher = Encoder(), Encoder()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)  #! decoy
    x = torch.randn(20, 9)
    for _ in range(6):
        loss = distillation(student(x), teacher(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(9, 16), nn.ReLU(), nn.Linear(16, 5))


def distillation(student_logits, teacher_logits, temperature=2.0):
    student = F.log_softmax(student_logits / temperature, dim=1)
    teacher = F.softmax(teacher_logits.detach() / temperature, dim=1)
    return F.kl_div(student, teacher, reduction="batchmean") * temperature**2


def main():
    torch.manual_seed(0)
    student, teacher = Encoder(), Encoder()
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
    x = torch.randn(20, 9)
    for _ in range(6):
        loss = distillation(student(x), teacher(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
