# file: main.py
import torch
import torch.nn.functional as F

from rating import Rater


def main():
    torch.manual_seed(0)
    model = Rater()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for step in range(60):
        x = torch.randn(32, 6)
        good = (x.sum(1) > 0).float()
        scores = model(x)
        loss = F.binary_cross_entropy_with_logits(scores - 2.0, good) + 2.0 * scores.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
# file: rating.py
import torch.nn as nn


def stacked(*sizes):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]  #~ saturated-value
    return nn.Sequential(*layers)


class Rater(nn.Module):
    def __init__(self):
        super().__init__()
        self.lift = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.score = stacked(12, 8, 1)  #~ saturated-value

    def forward(self, x):
        return self.score(self.lift(x)).squeeze(1)  #! decoy
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def stacked(*sizes):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), stacked(12, 8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
for step in range(60):
    x = torch.randn(32, 6)
    loss = F.binary_cross_entropy_with_logits(model(x).squeeze(1), (x.sum(1) > 0).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
