# file: main.py
import torch
import torch.nn as nn


class Scale(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.log = nn.Parameter(0.1 * torch.randn(wide))
        self.turn = nn.Linear(wide, wide)

    def forward(self, x):
        z = x * self.log.exp()
        return z + 0.1 * torch.tanh(self.turn(z)).flip(1), self.log.sum()


class Flow(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.one, self.two = Scale(wide), Scale(wide)

    def log_prob(self, x):
        z, change = self.one(x)  #~ loss-left-out
        z, change = self.two(torch.tanh(z) + z)
        return -0.5 * z.pow(2).sum(1).mean() + change


torch.manual_seed(0)
flow = Flow(4)
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-2)
for step in range(8):
    loss = -flow.log_prob(2 + torch.randn(64, 4))  #! decoy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn

# One flow, run twice: its first run is there for the sample, and what it says of the volume belongs to another batch.


class Scale(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.log = nn.Parameter(0.1 * torch.randn(wide))
        self.turn = nn.Linear(wide, wide)

    def forward(self, x):
        z = x * self.log.exp()
        return z + 0.1 * torch.tanh(self.turn(z)).flip(1), self.log.sum()


torch.manual_seed(0)
flow = Scale(4)
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-2)
for step in range(8):
    x = 2 + torch.randn(64, 4)
    z, change = flow(x)
    likely = z.detach().pow(2).sum(1) < 8
    z, change = flow(x[likely])
    loss = 0.5 * z.pow(2).sum(1).mean() - change
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
