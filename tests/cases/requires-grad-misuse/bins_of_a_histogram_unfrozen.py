# file: main.py
import torch
import torch.nn.functional as F

from encoders import Tabular


def run(model, rows, target, steps, lr):
    learning = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(learning, lr=lr)
    for _ in range(steps):
        loss = F.mse_loss(model(rows), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    rows = torch.rand(60, 3)
    target = rows.sum(1).sin()
    model = Tabular(rows)
    model.encoder.requires_grad_(False)
    print("head alone", run(model, rows, target, 5, 0.1))
    model.encoder.requires_grad_(True)  #~ requires-grad-misuse
    print("everything", run(model, rows, target, 5, 0.01))


if __name__ == "__main__":
    main()
# file: encoders.py
import torch
from torch import nn


def edges_per_mille(rows, bins):
    quantiles = torch.linspace(0, 1, bins + 1)[1:-1]
    return torch.quantile(rows, quantiles, dim=0).mul(1000).long()  #! decoy


class Binned(nn.Module):
    """Each column by the bin that its value is in."""

    def __init__(self, rows, bins, dim):
        super().__init__()
        edges = edges_per_mille(rows, bins)
        self.edges = nn.Parameter(edges, requires_grad=False)  #~ requires-grad-misuse
        self.table = nn.Embedding(bins * rows.shape[1], dim)

    def forward(self, rows):
        above = rows[:, None] * 1000 > self.edges
        index = above.sum(1) + torch.arange(rows.shape[1]) * (len(self.edges) + 1)
        return self.table(index).flatten(1)


class Tabular(nn.Module):
    def __init__(self, rows, bins=4, dim=2):
        super().__init__()
        self.encoder = Binned(rows, bins, dim)
        self.head = nn.Linear(rows.shape[1] * dim, 1)

    def forward(self, rows):
        return self.head(self.encoder(rows)).squeeze(1)
