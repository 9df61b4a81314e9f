# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    student, teacher = nn.Linear(6, 3), nn.Linear(6, 3).requires_grad_(False)
    optimizer = torch.optim.Adam(student.parameters(), lr=1e-2)
    log = []
    for _ in range(6):
        x = torch.randn(16, 6)
        y = x[:, :3].argmax(1)
        wanted = teacher(x)
        teachers_own = F.cross_entropy(wanted, y)
        drift = F.mse_loss(wanted, teacher(x + 0.1))
        loss = F.cross_entropy(student(x), y) + F.mse_loss(student(x), wanted)
        shown = loss.detach() + drift
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            log.append((F.cross_entropy(student(x), y).item(), teachers_own.item(), shown.item()))
    print(log[-1])


main()
