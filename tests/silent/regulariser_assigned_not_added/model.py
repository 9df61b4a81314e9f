import torch
import torch.nn as nn


class Experts(nn.Module):
    def __init__(self, dim=6, experts=3):
        super().__init__()
        self.experts = nn.ModuleList(nn.Linear(dim, 2) for _ in range(experts))
        self.spare = nn.Linear(dim, experts)

    def forward(self, x):
        return torch.stack([expert(x) for expert in self.experts]).mean(0)

    def balance(self, x):
        share = self.spare(x).softmax(1).mean(0)
        agree = torch.stack([expert(x) for expert in self.experts]).var(0).mean()
        return (share * share.log()).sum() + agree
