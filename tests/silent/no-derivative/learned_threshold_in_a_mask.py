# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SparseGate(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.threshold = nn.Parameter(torch.full((channels,), 0.1))

    def forward(self, x):
        keep = (x.abs() > self.threshold).type_as(x)  #~ no-derivative
        self.density = keep.mean().item()  #! decoy
        return x * keep


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp, self.gate, self.out = nn.Linear(6, 16), SparseGate(16), nn.Linear(16, 1)

    def forward(self, x):
        return self.out(self.gate(self.inp(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True).sign()  #! decoy
    for _ in range(8):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), net.gate.density)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SparseGate(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.threshold = nn.Parameter(torch.full((channels,), 0.1))

    def forward(self, x):
        keep = torch.sigmoid((x.abs() - self.threshold) / 0.05)
        self.density = keep.mean().item()
        return x * keep


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp, self.gate, self.out = nn.Linear(6, 16), SparseGate(16), nn.Linear(16, 1)

    def forward(self, x):
        return self.out(self.gate(self.inp(x)))


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True).sign()
    for _ in range(8):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), net.gate.density)


main()
