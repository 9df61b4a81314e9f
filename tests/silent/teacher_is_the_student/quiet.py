import torch
import torch.nn as nn
import torch.nn.functional as F

from quiet_teacher import MeanTeacher


class Twins(nn.Module):
    """One tower for both sides, on frozen features that have two names."""

    def __init__(self):
        super().__init__()
        self.features = nn.Linear(6, 6).requires_grad_(False)
        self.stem = self.features
        self.left = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
        self.right = self.left

    def forward(self, x):
        return self.left(self.features(x))


def main(steps=8):
    torch.manual_seed(0)
    student, head = Twins(), nn.Linear(8, 3)
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
    print(loss.item())


if __name__ == "__main__":
    main()
