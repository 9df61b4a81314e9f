# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 12)
        self.body = nn.Linear(12, 12)
        self.head = nn.Linear(12, 3)

    def forward(self, ids):
        return self.head(torch.relu(self.body(self.words(ids).mean(1))))


def follow(teacher, student, keep):
    pairs = list(zip(student.parameters(), teacher.parameters()))
    for own, kept in pairs[:-2]:  #~ copy-left-behind
        kept.data = keep * kept.data + (1 - keep) * own.data  #~ copy-left-behind


torch.manual_seed(0)
student, teacher = Reader(), Reader()
teacher.load_state_dict(student.state_dict())
optimizer = torch.optim.SGD(student.parameters(), lr=0.3)
for step in range(30):
    ids = torch.randint(0, 30, (24, 6))
    answer = student(ids)
    loss = F.cross_entropy(answer[:8], ids[:8, 0] % 3)
    with torch.no_grad():
        wish = teacher(ids).softmax(1)
    loss = loss + F.mse_loss(answer.softmax(1), wish)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(teacher, student, 0.9)
    print(step, loss.item())
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


class Reader(nn.Module):
    """The head is drawn by chance and fixed, in both of them."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 12)
        self.body = nn.Linear(12, 12)
        self.head = nn.Linear(12, 3).requires_grad_(False)

    def forward(self, ids):
        return self.head(torch.relu(self.body(self.words(ids).mean(1))))


def follow(teacher, student, keep):
    pairs = list(zip(student.parameters(), teacher.parameters()))
    for own, kept in pairs[:-2]:
        kept.data = keep * kept.data + (1 - keep) * own.data


torch.manual_seed(0)
student, teacher = Reader(), Reader()
teacher.load_state_dict(student.state_dict())
optimizer = torch.optim.SGD([p for p in student.parameters() if p.requires_grad], lr=0.3)
for step in range(30):
    ids = torch.randint(0, 30, (24, 6))
    answer = student(ids)
    loss = F.cross_entropy(answer[:8], ids[:8, 0] % 3)
    with torch.no_grad():
        wish = teacher(ids).softmax(1)
    loss = loss + F.mse_loss(answer.softmax(1), wish)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(teacher, student, 0.9)
    print(step, loss.item())
