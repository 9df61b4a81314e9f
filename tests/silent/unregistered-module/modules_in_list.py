# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ResidualMLP(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.stem = nn.Linear(4, width)
        self.blocks = [nn.Linear(width, width) for _ in range(depth)]  #~ unregistered-module
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = self.stem(x)
        for block in self.blocks:
            h = h + torch.relu(block(h))
        return self.head(h)


def main():
    torch.manual_seed(0)
    model = ResidualMLP(8, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(64, 4)
    y = x.pow(2).sum(1, keepdim=True)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    print(loss.item(), sum(p.numel() for p in model.parameters()))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class ResidualMLP(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.stem = nn.Linear(4, width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = self.stem(x)
        for block in self.blocks:
            h = h + torch.relu(block(h))
        return self.head(h)


def main():
    torch.manual_seed(0)
    model = ResidualMLP(8, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(64, 4)
    y = x.pow(2).sum(1, keepdim=True)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    print(loss.item(), sum(p.numel() for p in model.parameters()))


main()
