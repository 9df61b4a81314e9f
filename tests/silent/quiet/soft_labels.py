# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mixup(x, y, classes):
    share = torch.rand(())
    order = torch.randperm(len(x))
    target = F.one_hot(y, classes).float()
    return share * x + (1 - share) * x[order], share * target + (1 - share) * target[order]


torch.manual_seed(0)
student, teacher = nn.Linear(6, 4), nn.Linear(6, 4)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
x, y = torch.randn(24, 6), torch.randint(4, (24,))
for _ in range(6):
    mixed, target = mixup(x, y, 4)
    with torch.no_grad():
        wanted = F.softmax(teacher(x), dim=1)
    logits = student(x)
    loss = F.cross_entropy(student(mixed), target) + F.cross_entropy(logits, wanted)
    loss = loss + F.nll_loss(F.log_softmax(logits, dim=1), y) + F.binary_cross_entropy(torch.sigmoid(logits), wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
