import torch
import torch.nn as nn


class SwitchLayer(nn.Module):
    """Each token goes to the k best experts."""

    def __init__(self, dim, experts, k):
        super().__init__()
        self.k = k
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, dim)) for _ in range(experts))

    def forward(self, x):
        logits = self.gate(x)
        top, index = logits.topk(self.k, dim=-1)
        weight = torch.softmax(logits, dim=-1).gather(-1, index)
        self.load = torch.bincount(index.flatten(), minlength=len(self.experts)).tolist()
        out = torch.zeros_like(x)
        for n, expert in enumerate(self.experts):
            rows, slot = torch.where(index == n)
            if len(rows):
                out = out.index_add(0, rows, weight[rows, slot, None] * expert(x[rows]))
        return out
