# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    torch.manual_seed(0)
    rates = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 1))
    optimizer = torch.optim.Adam(rates.parameters(), lr=1e-2)
    x = torch.rand(60, 3)
    counts = torch.poisson(torch.exp(x[:, 0] + x[:, 1]))
    for epoch in range(4):
        for rows in torch.randperm(60).split(15):
            loss = F.poisson_nll_loss(rates(x[rows]), counts[rows])  #~ broadcast-loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class GraphAttention(nn.Module):
    """Scores of all pairs, as a column plus a row, under a softmax."""

    def __init__(self, d=6):
        super().__init__()
        self.values, self.source, self.target = nn.Linear(d, d), nn.Linear(d, 1), nn.Linear(d, 1)

    def forward(self, x, edges):
        h = self.values(x)
        scores = F.leaky_relu(self.source(h) + self.target(h).T)
        return torch.where(edges, scores, -1e9).softmax(dim=1) @ h


def main():
    torch.manual_seed(0)
    net, out = GraphAttention(), nn.Linear(6, 1)
    optimizer = torch.optim.Adam([*net.parameters(), *out.parameters()], lr=1e-2)
    x, counts = torch.randn(12, 6), torch.randint(0, 5, (12,)).float()
    edges = (torch.rand(12, 12) < 0.4) | torch.eye(12, dtype=torch.bool)
    for epoch in range(10):
        loss = F.poisson_nll_loss(out(net(x, edges)).squeeze(1), counts)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
