# file: main.py
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Belief:
    mean: torch.Tensor
    age: int = 0


class Filter(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.update, self.out = nn.GRUCell(3, width), nn.Linear(width, 3)
        self.belief = Belief(torch.zeros(4, width))  #! decoy

    def forget(self):
        self.belief.mean = torch.zeros_like(self.belief.mean)  #! decoy

    def forward(self, x):
        mean = self.update(x, self.belief.mean)
        return self.out(mean), mean


def main():
    torch.manual_seed(0)
    model = Filter()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for track in range(2):
        model.forget()
        for _ in range(3):
            x = torch.randn(4, 3)
            guess, mean = model(x)
            model.belief.mean = mean  #~ backward-twice
            loss = (guess - x).abs().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


main()
