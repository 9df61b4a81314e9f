# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Gate(nn.Module):
    def __init__(self, inner, width):
        super().__init__()
        self.inner, self.scale = inner, nn.Parameter(torch.ones(width))

    def forward(self, x):
        return self.inner(x) * self.scale


body = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 10), nn.ReLU(), nn.Linear(10, 2))
body[0].requires_grad_(False)
optimizer = torch.optim.SGD(body.parameters(), lr=0.1)  #~ not-in-optimizer
gate = Gate(body[2], 10)  #! decoy
body[2] = gate  #~ not-in-optimizer
for _ in range(10):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(body(x), (x.sum(1) > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Gate(nn.Module):
    def __init__(self, inner, width):
        super().__init__()
        self.inner, self.scale = inner, nn.Parameter(torch.ones(width))

    def forward(self, x):
        return self.inner(x) * self.scale


body = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 10), nn.ReLU(), nn.Linear(10, 2))
body[0].requires_grad_(False)
optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
gate = Gate(body[2], 10)
body[2] = gate
optimizer.add_param_group({"params": [gate.scale]})
for _ in range(10):
    x = torch.randn(16, 6)
    loss = F.cross_entropy(body(x), (x.sum(1) > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
