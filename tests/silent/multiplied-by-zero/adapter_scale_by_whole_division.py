# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from lora import LoRALinear


def main():
    torch.manual_seed(0)
    net = nn.Sequential(LoRALinear(nn.Linear(6, 12), rank=8, alpha=4), nn.ReLU(), nn.Linear(12, 3))
    opt = torch.optim.AdamW([p for p in net.parameters() if p.requires_grad], lr=1e-2)
    for step in range(6):
        x, y = torch.randn(16, 6), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: lora.py
import torch
import torch.nn as nn


class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha):
        super().__init__()
        self.base = base.requires_grad_(False)  #! decoy
        self.a = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))  #! decoy
        self.scale = alpha // rank  #~ multiplied-by-zero

    def forward(self, x):
        return self.base(x) + self.scale * (x @ self.a.T @ self.b.T)  #~ multiplied-by-zero
