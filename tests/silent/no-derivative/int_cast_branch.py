# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def to_bins(x, bins):
    return (torch.sigmoid(x) * bins).long().float() / bins  #~ no-derivative


class Compressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.code = nn.Linear(8, 3)
        self.residual = nn.Linear(8, 8)
        self.decode = nn.Linear(3, 8)

    def forward(self, x):
        return self.decode(to_bins(self.code(x), 16)) + self.residual(x)


def main():
    torch.manual_seed(2)
    model = Compressor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    data = torch.randn(80, 8)
    for start in range(0, 80, 16):
        batch = data[start : start + 16]
        loss = F.mse_loss(model(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(start // 16, int(loss.item() * 1000))  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def to_bins(x, bins):
    return (torch.sigmoid(x) * bins) / bins


class Compressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.code = nn.Linear(8, 3)
        self.residual = nn.Linear(8, 8)
        self.decode = nn.Linear(3, 8)

    def forward(self, x):
        return self.decode(to_bins(self.code(x), 16)) + self.residual(x)


def main():
    torch.manual_seed(2)
    model = Compressor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    data = torch.randn(80, 8)
    for start in range(0, 80, 16):
        batch = data[start : start + 16]
        loss = F.mse_loss(model(batch), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(start // 16, int(loss.item() * 1000))


main()
