# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from growing import Growing


def main():
    torch.manual_seed(0)
    net = Growing(6)
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = torch.sin(x.sum(1, keepdim=True))
    for epoch in range(9):
        if epoch and epoch % 3 == 0:
            net.grow()  #~ stale-optimizer|not-in-optimizer
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, len(net.blocks), loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from growing import Growing


def main():
    torch.manual_seed(0)
    net = Growing(6)
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = torch.sin(x.sum(1, keepdim=True))
    for epoch in range(9):
        if epoch and epoch % 3 == 0:
            optimizer.add_param_group({"params": net.grow().parameters()})
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, len(net.blocks), loss.item())


if __name__ == "__main__":
    main()
# file: growing.py
import torch
import torch.nn as nn


class Growing(nn.Module):
    def __init__(self, d, h=12):
        super().__init__()
        self.h = h
        self.inp, self.out = nn.Linear(d, h), nn.Linear(h, 1)
        self.blocks = nn.ModuleList()

    def grow(self):
        self.blocks.append(nn.Sequential(nn.Linear(self.h, self.h), nn.Tanh()))  #~ stale-optimizer|not-in-optimizer
        return self.blocks[-1]

    def forward(self, x):
        h = torch.tanh(self.inp(x))
        for block in self.blocks:
            h = h + block(h)
        return self.out(h)
