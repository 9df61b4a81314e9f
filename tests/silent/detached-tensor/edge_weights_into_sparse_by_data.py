# file: main.py
import torch
import torch.nn.functional as F

from gat import GraphNet


def ring(n=12):
    i = torch.arange(n)
    return torch.stack([torch.cat([i, (i + 1) % n]), torch.cat([(i + 1) % n, i])])


def main():
    torch.manual_seed(0)
    edges = ring()
    x = torch.randn(12, 5)
    y = (x[:, 0] > 0).long()
    model = GraphNet(5, 8, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    train = torch.arange(12) < 8
    for epoch in range(6):
        out = model(x, edges)
        loss = F.cross_entropy(out[train], y[train])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():  #! decoy
            acc = (model(x, edges).argmax(1) == y)[~train].float().mean()
        print(epoch, loss.item(), acc.item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from quiet_gat import GraphNet


def ring(n=12):
    i = torch.arange(n)
    return torch.stack([torch.cat([i, (i + 1) % n]), torch.cat([(i + 1) % n, i])])


def main():
    torch.manual_seed(0)
    edges = ring()
    x = torch.randn(12, 5)
    y = (x[:, 0] > 0).long()
    model = GraphNet(5, 8, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    train = torch.arange(12) < 8
    for epoch in range(6):
        out = model(x, edges)
        loss = F.cross_entropy(out[train], y[train])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            acc = (model(x, edges).argmax(1) == y)[~train].float().mean()
        print(epoch, loss.item(), acc.item())


if __name__ == "__main__":
    main()
# file: gat.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class EdgeAttention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.lin = nn.Linear(d, h)
        self.att = nn.Linear(2 * h, 1)

    def forward(self, x, edges):
        h = self.lin(x)
        src, dst = edges
        score = F.leaky_relu(self.att(torch.cat([h[src], h[dst]], dim=1))).squeeze(1)
        adj = torch.sparse_coo_tensor(edges, score.exp().data, (len(x), len(x)))  #~ detached-tensor
        norm = torch.sparse.sum(adj, dim=1).to_dense().unsqueeze(1)
        return torch.sparse.mm(adj, h) / norm


class GraphNet(nn.Module):
    def __init__(self, d, h, classes):
        super().__init__()
        self.layer = EdgeAttention(d, h)
        self.out = nn.Linear(h, classes)

    def forward(self, x, edges):
        return self.out(F.elu(self.layer(x, edges)))
# file: quiet_gat.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class EdgeAttention(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.lin = nn.Linear(d, h)
        self.att = nn.Linear(2 * h, 1)

    def forward(self, x, edges):
        h = self.lin(x)
        src, dst = edges
        score = F.leaky_relu(self.att(torch.cat([h[src], h[dst]], dim=1))).squeeze(1)
        adj = torch.sparse_coo_tensor(edges, score.exp(), (len(x), len(x)))
        norm = torch.sparse.sum(adj, dim=1).to_dense().unsqueeze(1)
        return torch.sparse.mm(adj, h) / norm


class GraphNet(nn.Module):
    def __init__(self, d, h, classes):
        super().__init__()
        self.layer = EdgeAttention(d, h)
        self.out = nn.Linear(h, classes)

    def forward(self, x, edges):
        return self.out(F.elu(self.layer(x, edges)))
