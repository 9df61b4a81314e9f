# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attend(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.keys = nn.Linear(width, width)
        self.query = torch.randn(width, requires_grad=True)  #~ not-in-optimizer|unregistered-module|unregistered-parameter

    def forward(self, x):
        scores = self.keys(x) @ self.query
        return (torch.softmax(scores, dim=-1).unsqueeze(-1) * x).sum(1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = Attend(6)
        self.head = nn.Linear(6, 2)

    def forward(self, x):
        return self.head(self.pool(x))


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(16, 5, 6), torch.randint(2, (16,))
for epoch in range(5):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Attend(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.keys = nn.Linear(width, width)
        self.query = nn.Parameter(torch.randn(width))

    def forward(self, x):
        scores = self.keys(x) @ self.query
        return (torch.softmax(scores, dim=-1).unsqueeze(-1) * x).sum(1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = Attend(6)
        self.head = nn.Linear(6, 2)

    def forward(self, x):
        return self.head(self.pool(x))


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x, y = torch.randn(16, 5, 6), torch.randint(2, (16,))
for epoch in range(5):
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
