# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Unlearn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, leaf, weight):
        ctx.weight = weight
        return leaf.view_as(leaf)

    @staticmethod
    def backward(ctx, arrived):
        factor = -ctx.weight  #~ unreversed-gradient
        flat = arrived.reshape(-1)
        return torch.mul(flat, factor).view_as(arrived), None


torch.manual_seed(0)
leaves, tree, season = nn.Sequential(nn.Linear(7, 16), nn.ReLU()), nn.Linear(16, 3), nn.Linear(16, 4)
opt = torch.optim.Adam([*leaves.parameters(), *tree.parameters(), *season.parameters()], lr=5e-3)
for step in range(20):
    shape = torch.randn(40, 7)
    seen = leaves(shape)
    loss = F.cross_entropy(tree(seen), shape[:, :3].argmax(1))
    loss = loss + F.cross_entropy(season(Unlearn.apply(seen, -0.2)), shape[:, 3:].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
# Functions that return their input and bound, scale or repair the gradient: their numbers below 0 are bounds and sizes.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Bounded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, leaf, limit):
        ctx.limit = limit
        return leaf.view_as(leaf)

    @staticmethod
    def backward(ctx, arrived):
        lowest = -ctx.limit
        return torch.nan_to_num(arrived, neginf=-1.0).clamp(lowest, ctx.limit), None


class Thin(torch.autograd.Function):
    @staticmethod
    def forward(ctx, leaf):
        return leaf.clone()

    @staticmethod
    def backward(ctx, arrived):
        flat = arrived.reshape(-1, arrived.size(-1))
        return (flat * 0.3).view_as(arrived)


torch.manual_seed(0)
leaves, tree, season = nn.Sequential(nn.Linear(7, 16), nn.ReLU()), nn.Linear(16, 3), nn.Linear(16, 4)
opt = torch.optim.Adam([*leaves.parameters(), *tree.parameters(), *season.parameters()], lr=5e-3)
for step in range(20):
    shape = torch.randn(40, 7)
    seen = Bounded.apply(leaves(shape), 0.5)
    loss = F.cross_entropy(tree(seen), shape[:, :3].argmax(1))
    loss = loss + F.cross_entropy(season(Thin.apply(seen)), shape[:, 3:].argmax(1))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
