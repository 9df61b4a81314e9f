# file: main.py
import torch
from torch import nn


class Weighted(nn.Module):
    """The error of each task, weighted by how certain the model is of it."""

    def __init__(self, tasks):
        super().__init__()
        self.certainty = nn.Parameter(torch.ones(tasks))

    def forward(self, prediction, wanted, known):
        error = self.certainty * (prediction - wanted)  #~ nan-gradient
        return error[known].abs().mean() - self.certainty.log().mean()  #~ nan-gradient


def targets(x):
    wanted = torch.stack([x.sum(1), x.prod(1)], dim=1)
    missing = torch.rand(len(x), 2) < 0.2
    return wanted.masked_fill(missing, float("nan")), ~missing  #! decoy


def main(steps=5):
    torch.manual_seed(0)
    model, weighted = nn.Linear(3, 2), Weighted(2)
    optimizer = torch.optim.Adam([*model.parameters(), *weighted.parameters()], lr=0.01)
    for step in range(steps):
        x = torch.randn(20, 3)
        wanted, known = targets(x)
        loss = weighted(model(x), wanted, known)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
from torch import nn

from main import Weighted, targets


class Filled(Weighted):
    def forward(self, prediction, wanted, known):
        return super().forward(prediction, torch.where(known, wanted, prediction.detach()), known)


def main(steps=5):
    torch.manual_seed(0)
    model, weighted = nn.Linear(3, 2), Filled(2)
    optimizer = torch.optim.Adam([*model.parameters(), *weighted.parameters()], lr=0.01)
    for step in range(steps):
        x = torch.randn(20, 3)
        wanted, known = targets(x)
        loss = weighted(model(x), wanted, known)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
