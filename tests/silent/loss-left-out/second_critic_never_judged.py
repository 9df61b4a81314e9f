# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from twin import Twin


def main():
    torch.manual_seed(0)
    q, actor = Twin(), nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1), nn.Tanh())
    opt = torch.optim.Adam(q.parameters(), lr=1e-3)
    for step in range(6):
        s = torch.randn(32, 3)
        a = torch.rand(32, 1) * 2 - 1
        with torch.no_grad():  #! decoy
            y = -s.pow(2).sum(1, keepdim=True) + 0.9 * torch.min(*q(s, actor(s)))
        q1, q2 = q(s, a)
        loss = F.mse_loss(q1, y) + F.mse_loss(q1, y)  #~ loss-left-out
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), q2.mean().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from twin import Twin

torch.manual_seed(0)
q, actor = Twin(), nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1), nn.Tanh())
opt = torch.optim.Adam(q.parameters(), lr=1e-3)
for step in range(6):
    s = torch.randn(32, 3)
    a = torch.rand(32, 1) * 2 - 1
    with torch.no_grad():
        y = -s.pow(2).sum(1, keepdim=True) + 0.9 * torch.min(*q(s, actor(s)))
    q1, q2 = q(s, a)
    loss = F.mse_loss(q1, y) + F.mse_loss(q2, y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item(), q2.mean().item())
# file: twin.py
import torch
import torch.nn as nn


class Twin(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
        self.b = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))

    def forward(self, s, a):
        x = torch.cat([s, a], 1)
        return self.a(x), self.b(x)
