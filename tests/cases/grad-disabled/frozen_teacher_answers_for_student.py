import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class MeanTeacher:
    def __init__(self, student, decay=0.9):
        self.student = student
        self.teacher = copy.deepcopy(student)  #! decoy
        self.decay = decay

    @property
    def models(self):
        return {"student": self.student, "teacher": self.teacher}

    def update(self):
        with torch.no_grad():  #! decoy
            for slow, fast in zip(self.teacher.parameters(), self.student.parameters()):
                slow.lerp_(fast, 1 - self.decay)

    def targets(self, x):
        with torch.no_grad():  #~ grad-disabled
            return self.models["teacher"](x).softmax(-1)


def consistency(pair, x):
    calm, noisy = x, x + 0.1 * torch.randn_like(x)
    answers = [pair.targets(view) for view in (calm, noisy)]  #~ grad-disabled
    return F.mse_loss(answers[1], answers[0].detach())  #! decoy


def main():
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
    pair = MeanTeacher(student)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        pair.update()
        loss = consistency(pair, torch.randn(6, 5))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()


if __name__ == "__main__":
    main()
