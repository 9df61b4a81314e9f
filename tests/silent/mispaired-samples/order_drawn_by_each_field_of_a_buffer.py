# file: main.py
import torch
from torch import nn

from buffer import Buffer

torch.manual_seed(0)
buffer = Buffer()
for _ in range(80):
    state = torch.randn(4)
    buffer.add(state=state, returns=state[:1].tanh())
critic = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
for step in range(12):
    states, returns = buffer.sample("state", 16), buffer.sample("returns", 16)  #~ mispaired-samples
    loss = nn.functional.smooth_l1_loss(critic(states), returns)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: buffer.py
import torch


class Buffer:
    def __init__(self):
        self.fields = {}

    def add(self, **values):
        for name, value in values.items():
            self.fields.setdefault(name, []).append(value)

    def sample(self, name, size):
        values = torch.stack(self.fields[name])
        return values[torch.randperm(len(values))[:size]]  #! decoy
# file: quiet.py
import torch
from torch import nn

# Two sets of samples without pairs: their distributions are compared, value by value in order of size.
torch.manual_seed(0)
source, wanted = torch.randn(80, 1), 2 * torch.rand(80, 1)
move = nn.Sequential(nn.Linear(1, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(move.parameters(), lr=1e-2)
for step in range(12):
    moved = move(source[torch.randperm(80)[:16]])
    real = wanted[torch.randperm(80)[:16]]
    loss = nn.functional.smooth_l1_loss(moved.sort(0).values, real.sort(0).values)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
