# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class RelPos(nn.Module):
    def __init__(self, length=6, heads=2):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(2 * length - 1, heads), requires_grad=False)  #~ frozen-parameter
        index = torch.arange(length)
        self.register_buffer("index", index[:, None] - index[None, :] + length - 1)

    def forward(self):
        return self.table[self.index].permute(2, 0, 1)


class Block(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads, self.bias = heads, RelPos()
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)

    def forward(self, x):
        n, l, d = x.shape
        q, k, v = self.qkv(x).view(n, l, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        score = q @ k.transpose(-1, -2) + self.bias()
        return x + self.out((score.softmax(-1) @ v).transpose(1, 2).reshape(n, l, d))


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Embedding(10, 8), Block(), nn.Linear(8, 10))
    optimizer = torch.optim.AdamW(net.parameters(), lr=5e-3)
    ids = torch.randint(0, 10, (24, 6))
    for _ in range(5):
        loss = F.cross_entropy(net(ids).flatten(0, 1), ids.roll(1, 1).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class RelPos(nn.Module):
    def __init__(self, length=6, heads=2):
        super().__init__()
        self.table = nn.Parameter(torch.zeros(2 * length - 1, heads))
        index = torch.arange(length)
        self.register_buffer("index", index[:, None] - index[None, :] + length - 1)

    def forward(self):
        return self.table[self.index].permute(2, 0, 1)


class Block(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads, self.bias = heads, RelPos()
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)

    def forward(self, x):
        n, l, d = x.shape
        q, k, v = self.qkv(x).view(n, l, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        score = q @ k.transpose(-1, -2) + self.bias()
        return x + self.out((score.softmax(-1) @ v).transpose(1, 2).reshape(n, l, d))


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Embedding(10, 8), Block(), nn.Linear(8, 10))
    optimizer = torch.optim.AdamW(net.parameters(), lr=5e-3)
    ids = torch.randint(0, 10, (24, 6))
    for _ in range(5):
        loss = F.cross_entropy(net(ids).flatten(0, 1), ids.roll(1, 1).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
