# file: main.py
import torch
import torch.nn.functional as F

from model import Model


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    history = []
    for step in range(4):
        x, y = torch.randn(10, 9), torch.randint(0, 4, (10,))
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        history.append(loss.detach())  #! decoy
    print(torch.stack(history))


if __name__ == "__main__":
    main()
# file: model.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class LabelTable(nn.Module):
    """Scores features against unit-length label vectors."""

    def __init__(self, labels, dim):
        super().__init__()
        self.vectors = nn.Parameter(torch.randn(labels, dim))
        self.temperature = nn.Parameter(torch.tensor(0.1))
        self.table = F.normalize(self.vectors, dim=-1)  #~ backward-twice

    def forward(self, z):
        z = F.normalize(z, dim=-1)
        return z @ self.table.t() / self.temperature


class Model(nn.Module):
    def __init__(self, inputs=9, dim=6, labels=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 20), nn.ReLU(inplace=True), nn.Linear(20, dim))
        self.labels = LabelTable(labels, dim)

    def forward(self, x):
        return self.labels(self.body(x))
