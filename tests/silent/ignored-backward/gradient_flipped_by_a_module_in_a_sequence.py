# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class FlipGradient(nn.Module):
    def __init__(self, alpha=0.5):
        super().__init__()
        self.alpha = alpha

    def forward(self, x):
        return x.view_as(x)

    def backward(self, g):  #~ ignored-backward
        return g.neg() * self.alpha


enc = nn.Linear(4, 8)
task = nn.Linear(8, 1)
dom = nn.Sequential(FlipGradient(), nn.Linear(8, 2))
opt = torch.optim.Adam([*enc.parameters(), *task.parameters(), *dom.parameters()], 1e-2)
for _ in range(10):
    x = torch.randn(32, 4)
    d = (x[:, 0] > 0).long()
    h = enc(x).tanh()
    loss = F.mse_loss(task(h), x.sum(1, keepdim=True)) + F.cross_entropy(dom(h), d)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Flip(nn.Module):
    def forward(self, x):
        y = x.view_as(x)
        if y.requires_grad:
            y.register_hook(self.backward)
        return y

    def backward(self, grad_output):
        return -grad_output


flip = Flip()
enc, dom, task = nn.Linear(4, 8), nn.Linear(8, 2), nn.Linear(8, 1)
opt = torch.optim.Adam([*enc.parameters(), *task.parameters(), *dom.parameters()], 1e-2)
for _ in range(10):
    x = torch.randn(32, 4)
    d = (x[:, 0] > 0).long()
    h = enc(x).tanh()
    loss = F.mse_loss(task(h), x.sum(1, keepdim=True)) + F.cross_entropy(dom(flip(h)), d)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
