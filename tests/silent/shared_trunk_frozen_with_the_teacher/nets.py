import torch.nn as nn


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, 16), nn.ReLU())
        self.head = nn.Linear(16, 3)

    def forward(self, x):
        return self.head(self.trunk(x))


class Teacher(nn.Module):
    def __init__(self, trunk):
        super().__init__()
        self.trunk = trunk  #~ frozen-parameter
        self.head = nn.Sequential(nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 3))

    def forward(self, x):
        return self.head(self.trunk(x))
