# file: main.py
import torch
from torch import nn

from pooling import GroupMean


class PerVisit(nn.Module):
    def __init__(self, codes=12, dim=5):
        super().__init__()
        self.codes = nn.Embedding(codes, dim)
        self.risk = nn.Linear(dim, 1)

    def forward(self, codes, visit):
        return self.risk(GroupMean.apply(self.codes(codes), visit)).squeeze(-1)


def visits(n=10):
    sizes = torch.randint(1, 6, (n,))
    visit = torch.repeat_interleave(torch.arange(n), sizes)
    codes = torch.randint(12, (len(visit),))
    return codes, visit, torch.zeros(n).index_add_(0, visit, codes / 12.0) / sizes


def train(steps=6):
    torch.manual_seed(0)
    model = PerVisit()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        codes, visit, risk = visits()
        loss = nn.functional.mse_loss(model(codes, visit), risk)
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    train()
# file: pooling.py
import torch


class GroupMean(torch.autograd.Function):
    @staticmethod
    def forward(ctx, rows, group):
        groups = int(group.max()) + 1
        size = torch.zeros(groups).index_add_(0, group, torch.ones(len(group))).clamp(min=1)
        ctx.save_for_backward(group, size)
        return rows.new_zeros(groups, rows.shape[1]).index_add_(0, group, rows) / size.unsqueeze(1)

    @staticmethod
    def backward(ctx, grad):
        group, size = ctx.saved_tensors
        return grad.index_select(0, group) * size[group].unsqueeze(1), None  #~ wrong-backward
# file: quiet.py
import torch

import pooling
from main import train


class GroupMean(pooling.GroupMean):
    @staticmethod
    def backward(ctx, grad):
        group, size = ctx.saved_tensors
        return (grad / size.unsqueeze(1)).index_select(0, group), None


import main

main.GroupMean = GroupMean
train()
