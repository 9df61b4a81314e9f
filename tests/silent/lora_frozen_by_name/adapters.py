import torch
import torch.nn as nn


class LowRank(nn.Module):
    def __init__(self, base, rank):
        super().__init__()
        self.base = base
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.down.t() @ self.up.t()


def add_adapters(model, rank):
    model.fc1 = LowRank(model.fc1, rank)
    model.fc2 = LowRank(model.fc2, rank)


def freeze_base(model):
    for name, p in model.named_parameters():
        p.requires_grad = "lora" in name or name.startswith("head")  #~ frozen-parameter
