import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Student(nn.Module):
    def __init__(self, inputs=10, dim=16):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(inputs, dim), nn.ReLU(inplace=True), nn.Linear(dim, dim))  #! decoy
        self.predictor = nn.Linear(dim, dim)

    def forward(self, x):
        return self.predictor(self.encoder(x))


@torch.no_grad()
def follow(slow, fast, momentum=0.9):
    for old, new in zip(slow.parameters(), fast.parameters()):
        old.mul_(momentum).add_(new, alpha=1 - momentum)  #~ modified-in-place


def main():
    torch.manual_seed(0)
    student = Student()
    teacher_head = copy.deepcopy(student.predictor).requires_grad_(False)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.05, momentum=0.9)
    for step in range(4):
        x = torch.randn(12, 10)
        weak, strong = x + 0.05 * torch.randn_like(x), x + 0.3 * torch.randn_like(x)
        predicted = student(strong)
        judged = teacher_head(student.encoder(weak))
        loss = 2 - 2 * F.cosine_similarity(predicted, judged).mean()
        follow(teacher_head, student.predictor)  #~ modified-in-place
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
