# file: main.py
import torch
from torch import nn
torch.manual_seed(0)


class FlatSGD(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                flat = p.contiguous().view(-1)  #~ vanishing-update
                flat -= group["lr"] * p.grad.contiguous().view(-1)


weight = nn.Parameter(torch.randn(6, 4).t())
bias = nn.Parameter(torch.zeros(4))
opt = FlatSGD([weight, bias], lr=0.05)
for step in range(20):
    x = torch.randn(16, 6)
    loss = (x @ weight.t() + bias - x[:, :4]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
from torch import nn


class FlatSGD(torch.optim.Optimizer):
    """What had to be copied is written back."""

    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    flat = p.contiguous().view(-1)
                    flat -= group["lr"] * p.grad.contiguous().view(-1)
                    p.copy_(flat.view(p.shape))


torch.manual_seed(0)
weight = nn.Parameter(torch.randn(6, 4).t())
bias = nn.Parameter(torch.zeros(4))
opt = FlatSGD([weight, bias], lr=0.05)
for step in range(20):
    x = torch.randn(16, 6)
    loss = (x @ weight.t() + bias - x[:, :4]).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
