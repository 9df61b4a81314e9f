# file: main.py
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter("ignore")


class Matching:
    """Keeps what the student said, so that it can be compared with the teacher later."""

    def __init__(self, student, teacher):
        self.student, self.teacher = student, teacher
        self.said = None

    def __call__(self, x):
        scores = self.student(x)
        self.said = scores.new_tensor(scores, requires_grad=True)  #~ rebuilt-tensor
        return scores

    def distance(self, x):
        with torch.no_grad():
            wanted = F.softmax(self.teacher(x) / 2, dim=1)
        return F.kl_div(F.log_softmax(self.said / 2, dim=1), wanted, reduction="batchmean")


torch.manual_seed(0)
teacher = nn.Linear(8, 4)
student = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))
matching = Matching(student, teacher)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(12):
    x, y = torch.randn(16, 8), torch.randint(0, 4, (16,))
    loss = 0.3 * F.cross_entropy(matching(x), y) + 0.7 * matching.distance(x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter("ignore")


class Matching:
    """Keeps what the student said, so that it can be compared with the teacher later."""

    def __init__(self, student, teacher):
        self.student, self.teacher = student, teacher
        self.said = None

    def __call__(self, x):
        scores = self.student(x)
        self.said = scores
        return scores

    def distance(self, x):
        with torch.no_grad():
            wanted = F.softmax(self.teacher(x) / 2, dim=1)
        return F.kl_div(F.log_softmax(self.said / 2, dim=1), wanted, reduction="batchmean")


torch.manual_seed(0)
teacher = nn.Linear(8, 4)
student = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))
matching = Matching(student, teacher)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(12):
    x, y = torch.randn(16, 8), torch.randint(0, 4, (16,))
    loss = 0.3 * F.cross_entropy(matching(x), y) + 0.7 * matching.distance(x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
