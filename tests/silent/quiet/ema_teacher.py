# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Ema:
    def __init__(self, model, decay=0.9):
        self.model = copy.deepcopy(model)
        self.decay = decay

    @torch.no_grad()
    def update(self, model):
        for slow, fast in zip(self.model.parameters(), model.parameters()):
            slow.mul_(self.decay).add_(fast, alpha=1 - self.decay)


def augment(x):
    return x + 0.1 * torch.randn_like(x)


def main():
    torch.manual_seed(0)
    student = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    teacher = Ema(student)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    x, y = torch.randn(32, 6), torch.randint(3, (32,))
    for _ in range(6):
        with torch.no_grad():
            wanted = teacher.model(augment(x)).softmax(1)
        logits = student(augment(x))
        loss = F.cross_entropy(logits[:8], y[:8]) + F.mse_loss(logits.softmax(1), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        teacher.update(student)
    print(loss.item())


main()
