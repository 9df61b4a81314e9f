# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from norm import RMSNorm


class Block(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.norm = RMSNorm(dim)
        self.fc = nn.Linear(dim, 3)

    def forward(self, x):
        return self.fc(self.norm(x).float())


def main(steps=4):
    torch.manual_seed(0)
    stem = nn.Linear(6, 16).half()
    block = Block()
    opt = torch.optim.SGD([*stem.parameters(), *block.parameters()], lr=1e-3)
    for step in range(steps):
        x = (torch.randn(12, 6) * 600).half()
        loss = F.cross_entropy(block(stem(x)), torch.randint(0, 3, (12,)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: norm.py
import torch
import torch.nn as nn


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(dim)), eps

    def forward(self, x):
        square = x.pow(2).mean(-1, keepdim=True)  #~ multiplied-by-zero|nan-gradient|zero-gradient|underflow|saturated-value
        return x * torch.rsqrt(square + self.eps) * self.weight  #~ multiplied-by-zero|nan-gradient|zero-gradient|underflow|saturated-value
