# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Distilled(nn.Module):
    def __init__(self):
        super().__init__()
        self.teacher = nn.Sequential(nn.Linear(5, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
        self.student = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
        self.teacher.eval().requires_grad_(False)

    def loss(self, x):
        with torch.no_grad():
            aim = self.teacher(x).softmax(-1)
        return F.kl_div(self.student(x).log_softmax(-1), aim, reduction="batchmean")


torch.manual_seed(1)
both = Distilled()
optimizer = torch.optim.SGD(both.student.parameters(), lr=0.1)
both.train()  #~ undone-eval
for step in range(20):
    loss = both.loss(torch.randn(32, 5))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Distilled(nn.Module):
    def __init__(self):
        super().__init__()
        self.teacher = nn.Sequential(nn.Linear(5, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 3))
        self.student = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
        self.teacher.eval().requires_grad_(False)

    def loss(self, x):
        with torch.no_grad():
            aim = self.teacher(x).softmax(-1)
        return F.kl_div(self.student(x).log_softmax(-1), aim, reduction="batchmean")


torch.manual_seed(1)
both = Distilled()
optimizer = torch.optim.SGD(both.student.parameters(), lr=0.1)
both.student.train()
for step in range(20):
    loss = both.loss(torch.randn(32, 5))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
