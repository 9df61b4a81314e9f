# file: quiet.py
# The loss over pairs of crops is divided by their number; other functions count by numbers of the same name.
import torch
import torch.nn as nn
import torch.nn.functional as F


def every(step, n):
    return step % n == 0


def pairs_loss(student, teacher):
    total, n = 0, 0
    for i, t in enumerate(teacher.chunk(2)):
        for j, s in enumerate(student.chunk(4)):
            if i != j:
                total = total - (t * F.log_softmax(s / 0.1, dim=-1)).sum(-1).mean()
                n += 1
    total /= n
    return total


def main():
    torch.manual_seed(0)
    student, teacher = nn.Linear(6, 10), nn.Linear(6, 10)
    teacher.load_state_dict(student.state_dict())
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-2)
    data = torch.randn(64, 6)
    for step in range(20):
        x = data[torch.randint(0, 64, (16,))]
        crops = torch.cat([x + 0.2 * torch.randn_like(x) for _ in range(4)])
        with torch.no_grad():
            target = F.softmax(teacher(crops[:32]) / 0.04, dim=-1)
        loss = pairs_loss(student(crops), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for p, q in zip(teacher.parameters(), student.parameters()):
                p.mul_(0.9).add_(q, alpha=0.1)
        if every(step, 5):
            print("step %d of %d: %.3f" % (step, 20, loss))


main()
