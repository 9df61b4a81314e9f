# file: main.py
import torch
import torch.nn.functional as F

from moe import SwitchLayer


def main():
    torch.manual_seed(0)
    layer = SwitchLayer(6, experts=4, k=1)
    head = torch.nn.Linear(6, 2)
    optimizer = torch.optim.Adam([*layer.parameters(), *head.parameters()], lr=1e-2)
    x = torch.randn(64, 6)
    y = (x[:, 0] * x[:, 1] > 0).long()
    for step in range(8):
        loss = F.cross_entropy(head(layer(x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), layer.load)  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_moe import SwitchLayer


def main():
    torch.manual_seed(0)
    layer = SwitchLayer(6, experts=4, k=1)
    head = torch.nn.Linear(6, 2)
    optimizer = torch.optim.Adam([*layer.parameters(), *head.parameters()], lr=1e-2)
    x = torch.randn(64, 6)
    y = (x[:, 0] * x[:, 1] > 0).long()
    for step in range(8):
        loss = F.cross_entropy(head(layer(x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), layer.load)


if __name__ == "__main__":
    main()
# file: moe.py
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
        weight = torch.softmax(top, dim=-1)  #~ zero-gradient|zero-derivative|saturated-value|softmax-over-one|multiplied-by-zero
        self.load = torch.bincount(index.flatten(), minlength=len(self.experts)).tolist()  #! decoy
        out = torch.zeros_like(x)
        for n, expert in enumerate(self.experts):
            rows, slot = torch.where(index == n)
            if len(rows):
                out = out.index_add(0, rows, weight[rows, slot, None] * expert(x[rows]))
        return out
# file: quiet_moe.py
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
