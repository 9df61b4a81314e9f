# file: main.py
import torch
import torch.nn.functional as F

from blocks import Tower


def main():
    torch.manual_seed(0)
    net = Tower()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(48, 6)
    y = torch.sin(x[:, :1] * x[:, 1:2])
    for epoch in range(8):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_blocks import Tower


def main():
    torch.manual_seed(0)
    net = Tower()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(48, 6)
    y = torch.sin(x[:, :1] * x[:, 1:2])
    for epoch in range(8):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


if __name__ == "__main__":
    main()
# file: blocks.py
import torch
import torch.nn as nn


class GatedBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)
        nn.init.zeros_(self.down.weight)  #~ multiplied-by-zero|zero-gradient
        nn.init.zeros_(self.down.bias)  #~ multiplied-by-zero|zero-gradient
        self.gate = nn.Parameter(torch.zeros(1))  #~ multiplied-by-zero|zero-gradient

    def forward(self, x):
        return x + self.gate * self.down(torch.relu(self.up(x)))


class Tower(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.inp = nn.Linear(6, dim)
        self.blocks = nn.Sequential(GatedBlock(dim), GatedBlock(dim))
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        return self.out(self.blocks(self.inp(x)))
# file: quiet_blocks.py
import torch
import torch.nn as nn


class GatedBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)
        self.gate = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return x + self.gate * self.down(torch.relu(self.up(x)))


class Tower(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.inp = nn.Linear(6, dim)
        self.blocks = nn.Sequential(GatedBlock(dim), GatedBlock(dim))
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        return self.out(self.blocks(self.inp(x)))
