# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.query, self.key, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, 2)
        self.maps = []

    def forward(self, x):
        weights = (self.query(x) @ self.key(x).transpose(1, 2) / 8**0.5).softmax(-1)
        self.maps.append(weights)  #~ growing-graph
        return self.out((weights @ x).mean(1))


def main():
    torch.manual_seed(0)
    net = Reader()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(20):
        x = torch.randn(8, 5, 8)
        loss = F.cross_entropy(net(x), (x[:, 0, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), len(net.maps))  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.query, self.key, self.out = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, 2)
        self.maps = []

    def forward(self, x):
        weights = (self.query(x) @ self.key(x).transpose(1, 2) / 8**0.5).softmax(-1)
        self.maps.append(weights.detach())
        return self.out((weights @ x).mean(1))


def main():
    torch.manual_seed(0)
    net = Reader()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(20):
        x = torch.randn(8, 5, 8)
        loss = F.cross_entropy(net(x), (x[:, 0, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item(), len(net.maps))


main()
