# file: main.py
import torch
import torch.nn.functional as F

from heads import build


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = torch.nn.Linear(6, 12)
        self.head = build(12, 3)

    def forward(self, x):
        return self.head(torch.relu(self.stem(x)))


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        loss = F.cross_entropy(model(torch.randn(8, 6)), torch.randint(0, 3, (8,)))
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: heads.py
import torch.nn as nn


def build(features, classes):
    """Two layers with a bounded middle."""
    first = nn.Linear(features, features)
    second = nn.Linear(features, classes)
    return nn.Sequential(
        first,
        nn.ReLU(inplace=True),  #! decoy
        nn.LayerNorm(features),
        nn.Sigmoid(),
        nn.ELU(inplace=True),  #~ modified-in-place
        second,
    )
