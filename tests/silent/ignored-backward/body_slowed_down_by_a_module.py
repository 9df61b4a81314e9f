# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Slower(nn.Module):
    def forward(self, x):
        return x

    def backward(self, grad):  #~ ignored-backward
        grad = grad * 0.1
        return grad


slower = Slower()
body, head = nn.Linear(4, 8), nn.Linear(8, 1)
opt = torch.optim.Adam([*body.parameters(), *head.parameters()], 1e-2)
for _ in range(10):
    x = torch.randn(32, 4)
    loss = F.mse_loss(head(slower(body(x).relu())), x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)


class Shift(nn.Module):
    def __init__(self):
        super().__init__()
        self.s, self.t = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.zeros(2))

    def forward(self, x):
        return x * self.s.exp() + self.t, self.s.sum()

    def backward(self, z):
        return (z - self.t) * (-self.s).exp()


class Flow(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Shift(), Shift()])

    def forward(self, x):
        total = 0.0
        for p in self.parts:
            x, d = p(x)
            total = total + d
        return x, total

    def backward(self, z):
        for p in reversed(self.parts):
            z = p.backward(z)
        return z


flow = Flow()
opt = torch.optim.Adam(flow.parameters(), 1e-2)
for _ in range(10):
    z, d = flow(torch.randn(64, 2) * 2 + 1)
    loss = 0.5 * z.square().sum(1).mean() - d
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
