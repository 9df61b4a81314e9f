# file: main.py
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.scale, None


class Domain(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(8, 2)

    def forward(self, h):
        return self.out(Reverse.forward(self, h, 1.0))  #~ ignored-backward


enc = nn.Linear(4, 8)
task = nn.Linear(8, 1)
dom = Domain()
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


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.scale, None


class Layer(nn.Module):
    def forward(self, x):
        return Reverse.apply(x, 1.0)

    def backward(self, grad_output):
        return -grad_output


class Ctx:
    pass


flip = Layer()
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
    same = Reverse.forward(Ctx(), enc(x), 1.0).mean()
print(loss.item())
