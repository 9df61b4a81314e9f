# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from scaling import EqualisedBranch


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.start = nn.Linear(6, 8)
        self.left, self.right, self.out = EqualisedBranch(8), EqualisedBranch(8), nn.Linear(8, 3)

    def forward(self, x):
        h = torch.relu_(self.start(x))  #! decoy
        return self.out(self.left(h) + self.right(h))


def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: scaling.py
import torch
import torch.nn as nn


class EqualisedBranch(nn.Module):
    """Scales a branch by the size of the gradient that it last got."""

    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.register_buffer("gain", torch.ones(dim))

    def follow(self, grad):
        with torch.no_grad():
            self.gain.mul_(0.9).add_(0.1 / (grad.abs().mean(0) + 1e-3).clamp(max=10))  #~ modified-in-place

    def forward(self, x):
        h = torch.tanh(self.fc(x)) * self.gain
        if h.requires_grad:
            h.register_hook(self.follow)  #~ modified-in-place
        return h
