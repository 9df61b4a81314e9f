# file: main.py
import torch
import torch.nn as nn

from distil import distillation


def main(steps=10):
    torch.manual_seed(0)
    teacher = nn.Linear(6, 4)
    student = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4))
    opt = torch.optim.Adam(student.parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(16, 6)
        with torch.no_grad():  #! decoy
            wanted = teacher(x)
        loss = distillation(student(x), wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 3 == 0:
            print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: distil.py
import torch.nn.functional as F


def distillation(student, teacher, t=2.0):
    p = F.softmax(student / t, dim=1)  #~ double-activation
    q = F.softmax(teacher / t, dim=1)  #! decoy
    return F.kl_div(p, q, reduction="batchmean") * t * t  #~ double-activation
