# file: main.py
import torch
import torch.nn as nn


class ThresholdGate(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.threshold = nn.Parameter(torch.zeros(width))

    def forward(self, h):
        keep = (h > self.threshold).float()  #~ no-derivative
        return h * keep


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(7, 9)
        self.gate = ThresholdGate(9)
        self.outer = nn.Linear(9, 2)

    def forward(self, x):
        return self.outer(self.gate(self.inner(x)))


def accuracy(logits, y):
    return (logits.argmax(1) == y).float().mean()  #! decoy


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
x, y = torch.randn(64, 7), torch.randint(2, (64,))
for step in range(10):
    logits = net(x)
    loss = nn.functional.cross_entropy(logits, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(accuracy(logits, y).item())
# file: quiet.py
import torch
import torch.nn as nn


class ThresholdGate(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.threshold = nn.Parameter(torch.zeros(width))

    def forward(self, h):
        keep = torch.sigmoid(10 * (h - self.threshold))
        return h * keep


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(7, 9)
        self.gate = ThresholdGate(9)
        self.outer = nn.Linear(9, 2)

    def forward(self, x):
        return self.outer(self.gate(self.inner(x)))


def accuracy(logits, y):
    return (logits.argmax(1) == y).float().mean()


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
x, y = torch.randn(64, 7), torch.randint(2, (64,))
for step in range(10):
    logits = net(x)
    loss = nn.functional.cross_entropy(logits, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(accuracy(logits, y).item())
