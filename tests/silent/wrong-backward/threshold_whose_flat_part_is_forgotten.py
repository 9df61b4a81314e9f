# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Rectify(torch.autograd.Function):
    @staticmethod
    def forward(ctx, tide):
        ctx.save_for_backward(tide)
        return 2 * torch.relu(tide)

    @staticmethod
    def backward(ctx, arrived):
        return 2 * arrived  #~ wrong-backward


torch.manual_seed(0)
low, high = nn.Linear(6, 24), nn.Linear(24, 2)
opt = torch.optim.Adam([*low.parameters(), *high.parameters()], lr=5e-3)
for _ in range(20):
    tide = torch.randn(32, 6)
    loss = F.mse_loss(high(Rectify.apply(low(tide))), tide[:, :2].abs())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
# Where these are flat they pass a share of their own: a tenth below the threshold, all of it through eight bits.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Seeping(torch.autograd.Function):
    @staticmethod
    def forward(ctx, tide):
        ctx.save_for_backward(tide)
        return 2 * torch.relu(tide)

    @staticmethod
    def backward(ctx, arrived):
        (tide,) = ctx.saved_tensors
        return 2 * arrived * torch.where(tide > 0, 1.0, 0.1)


class Levels(torch.autograd.Function):
    @staticmethod
    def forward(ctx, tide):
        unit = tide.abs().amax() / 100
        return (tide / unit).to(torch.int8) * unit

    @staticmethod
    def backward(ctx, arrived):
        return arrived


torch.manual_seed(0)
low, high = nn.Linear(6, 24), nn.Linear(24, 2)
opt = torch.optim.Adam([*low.parameters(), *high.parameters()], lr=5e-3)
for _ in range(20):
    tide = torch.randn(32, 6)
    loss = F.mse_loss(high(Levels.apply(Seeping.apply(low(tide)))), tide[:, :2].abs())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
