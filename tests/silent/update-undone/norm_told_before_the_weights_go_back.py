# file: main.py
import torch
import torch.nn as nn


class Guarded:
    """Steps, notes how long the weights are, and puts the start back."""

    def __init__(self, net):
        self.net = net
        self.start = [p.detach().clone() for p in net.parameters()]
        self.lengths = []
        self.longest = torch.zeros(())

    @torch.no_grad()
    def after_step(self):
        length = sum(p.norm() for p in self.net.parameters())
        self.lengths.append(length)
        self.longest.copy_(length)
        for p, kept in zip(self.net.parameters(), self.start):
            p.copy_(kept)  #~ update-undone


torch.manual_seed(5)
net = nn.Linear(6, 2)
guard = Guarded(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(20):
    x = torch.randn(16, 6)
    loss = (net(x) - x[:, :2]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    guard.after_step()
print(loss.item(), guard.longest.item())
# file: quiet.py
import torch
import torch.nn as nn


class Guarded:
    """Steps, notes how long the weights are, and puts the start back if they are lost."""

    def __init__(self, net):
        self.net = net
        self.start = [p.detach().clone() for p in net.parameters()]
        self.lengths = []
        self.longest = torch.zeros(())

    @torch.no_grad()
    def after_step(self):
        length = sum(p.norm() for p in self.net.parameters())
        self.lengths.append(length)
        self.longest.copy_(length)
        for p, kept in zip(self.net.parameters(), self.start):
            if not p.isfinite().all():
                p.copy_(kept)


torch.manual_seed(5)
net = nn.Linear(6, 2)
guard = Guarded(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(20):
    x = torch.randn(16, 6)
    loss = (net(x) - x[:, :2]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    guard.after_step()
print(loss.item(), guard.longest.item())
