# file: main.py
import torch
import torch.nn as nn

from distill import Distiller


def main(steps=8):
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 3))
    teacher = nn.Linear(5, 3).requires_grad_(False)  #! decoy
    distiller = Distiller(student, torch.optim.SGD(student.parameters(), lr=0.1))
    for step in range(steps):
        x = torch.randn(16, 5)
        with torch.no_grad():  #! decoy
            wanted = teacher(x)
        print(step, f"{distiller.step(x, wanted):.4f}")


if __name__ == "__main__":
    main()
# file: distill.py
import torch.nn.functional as F


class Distiller:
    def __init__(self, student, opt):
        self.student, self.opt = student, opt

    def step(self, x, teacher_out):
        out = self.student(x)
        soft = out
        loss = F.smooth_l1_loss(out, soft.detach())  #~ self-comparison
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
