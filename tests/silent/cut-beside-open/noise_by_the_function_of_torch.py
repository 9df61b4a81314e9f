# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Bottleneck(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(10, 24), nn.ReLU())
        self.mean = nn.Linear(24, 4)
        self.log_std = nn.Parameter(torch.zeros(4))
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        mean = self.mean(self.trunk(x))
        std = self.log_std.exp().expand_as(mean)
        rate = (0.5 * (mean.pow(2) + std.pow(2) - 1) - self.log_std).sum(1).mean()
        return self.head(torch.normal(mean, std)), rate  #~ cut-beside-open


def main():
    torch.manual_seed(0)
    net = Bottleneck()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 10)
        logits, rate = net(x)
        loss = F.cross_entropy(logits, x[:, :3].argmax(1)) + 1e-3 * rate
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Bottleneck(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(10, 24), nn.ReLU())
        self.mean = nn.Linear(24, 4)
        self.log_std = nn.Parameter(torch.zeros(4))
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        mean = self.mean(self.trunk(x))
        std = self.log_std.exp().expand_as(mean)
        rate = (0.5 * (mean.pow(2) + std.pow(2) - 1) - self.log_std).sum(1).mean()
        return self.head(mean + std * torch.randn_like(std)), rate


def main():
    torch.manual_seed(0)
    net = Bottleneck()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 10)
        logits, rate = net(x)
        loss = F.cross_entropy(logits, x[:, :3].argmax(1)) + 1e-3 * rate
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
