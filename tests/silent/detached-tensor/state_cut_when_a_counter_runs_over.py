# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stream(nn.Module):
    """A state that goes through a memory cell; the history is to be cut now and then, so that it stays short."""

    def __init__(self, every=8):
        super().__init__()
        self.write, self.cell, self.read = nn.Linear(4, 10), nn.Linear(10, 10), nn.Linear(10, 1)
        self.every, self.seen = every, 0

    def forward(self, x):
        h = torch.tanh(self.cell(torch.tanh(self.write(x))))
        self.seen += 1
        return self.read(h.detach() if self.seen > self.every else h)  #~ detached-tensor


def main():
    torch.manual_seed(0)
    net = Stream()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(26):
        x = torch.randn(12, 4)
        loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 6 == 0:
            print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stream(nn.Module):
    """A state that goes through a memory cell; the history is to be cut now and then, so that it stays short."""

    def __init__(self, every=8):
        super().__init__()
        self.write, self.cell, self.read = nn.Linear(4, 10), nn.Linear(10, 10), nn.Linear(10, 1)
        self.every, self.seen = every, 0

    def forward(self, x):
        h = torch.tanh(self.cell(torch.tanh(self.write(x))))
        self.seen += 1
        return self.read(h.detach() if self.seen % self.every == 0 else h)


def main():
    torch.manual_seed(0)
    net = Stream()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(26):
        x = torch.randn(12, 4)
        loss = F.mse_loss(net(x), x.prod(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 6 == 0:
            print(step, loss.item())


main()
