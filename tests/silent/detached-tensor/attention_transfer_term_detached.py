# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(1, width, 3, padding=1)
        self.fc = nn.Linear(width, 2)

    def forward(self, x):
        h = torch.relu(self.conv(x))
        return h, self.fc(h.mean((2, 3)))


def attention_map(h):
    return F.normalize(h.pow(2).mean(1).flatten(1), dim=1)


def attention_loss(student, teacher):
    return (attention_map(student) - attention_map(teacher)).pow(2).mean()


def main():
    torch.manual_seed(0)
    teacher, student = Net(8).eval(), Net(4)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    x = torch.rand(16, 1, 6, 6)
    y = (x.mean((1, 2, 3)) > 0.5).long()
    for epoch in range(5):
        with torch.no_grad():  #! decoy
            t, _ = teacher(x)
        s, logits = student(x)
        at = attention_loss(s, t).detach() * 1000  #~ detached-tensor
        loss = F.cross_entropy(logits, y) + at
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), at.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(1, width, 3, padding=1)
        self.fc = nn.Linear(width, 2)

    def forward(self, x):
        h = torch.relu(self.conv(x))
        return h, self.fc(h.mean((2, 3)))


def attention_map(h):
    return F.normalize(h.pow(2).mean(1).flatten(1), dim=1)


def attention_loss(student, teacher):
    return (attention_map(student) - attention_map(teacher)).pow(2).mean()


def main():
    torch.manual_seed(0)
    teacher, student = Net(8).eval(), Net(4)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    x = torch.rand(16, 1, 6, 6)
    y = (x.mean((1, 2, 3)) > 0.5).long()
    for epoch in range(5):
        with torch.no_grad():
            t, _ = teacher(x)
        s, logits = student(x)
        at = attention_loss(s, t) * 1000
        loss = F.cross_entropy(logits, y) + at
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item(), at.item())


main()
