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
