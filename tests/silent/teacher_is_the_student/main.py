import torch
import torch.nn as nn
import torch.nn.functional as F

from teacher import MeanTeacher


def main(steps=8):
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
    head = nn.Linear(8, 3)
    teacher = MeanTeacher(student)
    opt = torch.optim.SGD([*student.parameters(), *head.parameters()], lr=0.1)
    for step in range(steps):
        x = torch.randn(16, 6)
        z = student(x + 0.1 * torch.randn_like(x))
        loss = F.cross_entropy(head(z), x[:, :3].argmax(1)) + F.mse_loss(z, teacher(x))
        opt.zero_grad()
        loss.backward()
        opt.step()
        teacher.follow(student)
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
