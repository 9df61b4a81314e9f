# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(5, 16), nn.Linear(16, 1)

    def losses(self, x, y):
        h = torch.relu(self.body(x))
        fit = F.smooth_l1_loss(self.head(h).squeeze(1), y)
        sparsity = 0.01 * h.abs().mean()
        return fit + sparsity, sparsity


def main():
    torch.manual_seed(0)
    net = Regressor()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for _ in range(10):
        x = torch.randn(24, 5)
        loss, sparsity = net.losses(x, x.sum(1))
        loss = loss + sparsity  #~ counted-twice
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(5, 16), nn.Linear(16, 1)

    def losses(self, x, y):
        h = torch.relu(self.body(x))
        fit = F.smooth_l1_loss(self.head(h).squeeze(1), y)
        sparsity = h.abs().mean()
        return fit + 0.01 * sparsity, sparsity


def main():
    torch.manual_seed(0)
    net = Regressor()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for step in range(10):
        x = torch.randn(24, 5)
        loss, sparsity = net.losses(x, x.sum(1))
        loss = loss + 0.001 * step * sparsity
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
