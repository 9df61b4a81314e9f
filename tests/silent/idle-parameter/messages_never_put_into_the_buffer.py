# file: main.py
import torch
import torch.nn.functional as F

from layers import MessagePassing

torch.manual_seed(0)


class Classifier(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.own = torch.nn.Linear(6, 8)
        self.passing = MessagePassing(6, 8)
        self.out = torch.nn.Linear(8, 3)

    def forward(self, x, neighbours):
        return self.out(torch.relu(self.own(x) + self.passing(x, neighbours)))


net = Classifier()
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x, y = torch.randn(12, 6), torch.randint(0, 3, (12,))
neighbours = [torch.randint(0, 12, (3,)) for _ in range(12)]
for epoch in range(20):
    opt.zero_grad()
    loss = F.cross_entropy(net(x, neighbours), y)
    loss.backward()
    opt.step()
print(loss.item())
# file: layers.py
import torch
from torch import nn


class MessagePassing(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.message = nn.Linear(width, out)
        self.out = out

    def gather(self, x, index):
        return self.message(x[index]).mean(0)  #! decoy

    def forward(self, x, neighbours):
        received = torch.zeros(len(x), self.out)  #~ idle-parameter
        for index in neighbours:
            message = self.gather(x, index)
        return received
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class MessagePassing(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.message = nn.Linear(width, out)
        self.out = out

    def forward(self, x, neighbours):
        received = torch.zeros(len(x), self.out)
        for node, index in enumerate(neighbours):
            received[node] = self.message(x[index]).mean(0)
        return received


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.own = nn.Linear(6, 8)
        self.passing = MessagePassing(6, 8)
        self.out = nn.Linear(8, 3)

    def forward(self, x, neighbours):
        return self.out(torch.relu(self.own(x) + self.passing(x, neighbours)))


net = Classifier()
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x, y = torch.randn(12, 6), torch.randint(0, 3, (12,))
neighbours = [torch.randint(0, 12, (3,)) for _ in range(12)]
for epoch in range(20):
    opt.zero_grad()
    loss = F.cross_entropy(net(x, neighbours), y)
    loss.backward()
    opt.step()
print(loss.item())
