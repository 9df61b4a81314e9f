# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GraphNet(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.inner, self.out = nn.Linear(dim, dim), nn.Linear(dim, 1)

    def reset(self, nodes):
        self.gate = nn.Parameter(torch.ones(nodes, 1))  #~ made-in-forward
        self.shift = nn.Parameter(torch.zeros(nodes, 1))  #~ made-in-forward

    def forward(self, x, adjacency):
        if not hasattr(self, "gate"):
            self.reset(x.size(0))
        h = torch.relu(self.inner(adjacency @ x)) * self.gate + self.shift
        return self.out(h)


def main():
    torch.manual_seed(0)
    net = GraphNet()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    adjacency = torch.rand(10, 10).softmax(1)
    x, y = torch.randn(10, 6), torch.randn(10, 1)
    for step in range(6):
        loss = F.mse_loss(net(x, adjacency), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GraphNet(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.inner, self.out = nn.Linear(dim, dim), nn.Linear(dim, 1)

    def reset(self, nodes):
        self.gate = nn.Parameter(torch.ones(nodes, 1))
        self.shift = nn.Parameter(torch.zeros(nodes, 1))

    def forward(self, x, adjacency):
        if not hasattr(self, "gate"):
            self.reset(x.size(0))
        h = torch.relu(self.inner(adjacency @ x)) * self.gate + self.shift
        return self.out(h)


def main():
    torch.manual_seed(0)
    net = GraphNet()
    net.reset(10)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    adjacency = torch.rand(10, 10).softmax(1)
    x, y = torch.randn(10, 6), torch.randn(10, 1)
    for step in range(6):
        loss = F.mse_loss(net(x, adjacency), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
