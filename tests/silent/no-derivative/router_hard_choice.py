# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Router(nn.Module):
    def __init__(self, dim, paths):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, paths))

    def forward(self, x):
        logits = self.score(x)
        hard = F.one_hot(logits.argmax(dim=-1), logits.size(-1)).float()  #~ no-derivative
        return hard


class RoutedNet(nn.Module):
    def __init__(self, dim=5, paths=3):
        super().__init__()
        self.router = Router(dim, paths)
        self.paths = nn.ModuleList(nn.Linear(dim, 8) for _ in range(paths))
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        choice = self.router(x)
        stacked = torch.stack([path(x) for path in self.paths], dim=1)
        mixed = (choice.unsqueeze(-1) * stacked).sum(dim=1)
        return self.out(torch.tanh(mixed)).squeeze(-1), choice


def accuracy(choice):
    with torch.no_grad():  #! decoy
        return choice.mean(0).max().item()  #! decoy


def main():
    torch.manual_seed(0)
    net = RoutedNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(80, 5)
    y = torch.where(x[:, 0] > 0, x[:, 1], -x[:, 2])
    for epoch in range(10):
        pred, choice = net(x)
        loss = F.mse_loss(pred, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), accuracy(choice))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Router(nn.Module):
    def __init__(self, dim, paths):
        super().__init__()
        self.score = nn.Sequential(nn.Linear(dim, 16), nn.ReLU(), nn.Linear(16, paths))

    def forward(self, x):
        logits = self.score(x)
        hard = F.gumbel_softmax(logits, hard=True)
        return hard


class RoutedNet(nn.Module):
    def __init__(self, dim=5, paths=3):
        super().__init__()
        self.router = Router(dim, paths)
        self.paths = nn.ModuleList(nn.Linear(dim, 8) for _ in range(paths))
        self.out = nn.Linear(8, 1)

    def forward(self, x):
        choice = self.router(x)
        stacked = torch.stack([path(x) for path in self.paths], dim=1)
        mixed = (choice.unsqueeze(-1) * stacked).sum(dim=1)
        return self.out(torch.tanh(mixed)).squeeze(-1), choice


def accuracy(choice):
    with torch.no_grad():
        return choice.mean(0).max().item()


def main():
    torch.manual_seed(0)
    net = RoutedNet()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = torch.randn(80, 5)
    y = torch.where(x[:, 0] > 0, x[:, 1], -x[:, 2])
    for epoch in range(10):
        pred, choice = net(x)
        loss = F.mse_loss(pred, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), accuracy(choice))


main()
