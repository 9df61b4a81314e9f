# file: main.py
import torch
from torch import nn

from hyper import Hyper


def main():
    torch.manual_seed(0)
    hyper = Hyper()
    generator = nn.Linear(2, 12)
    for step in range(3):
        code = torch.randn(2)
        kernel = generator(code).view(3, 4)
        out = hyper(torch.randn(5, 4), kernel)
        loss = (out - 1).pow(2).mean()
        (slope,) = torch.autograd.grad(loss, [kernel], retain_graph=True)  #! decoy
        print(step, loss.item(), slope.norm().item())


if __name__ == "__main__":
    main()
# file: hyper.py
from torch import nn


class Hyper(nn.Module):
    """One layer, whose kernel another network generates."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)  #! decoy

    def forward(self, x, kernel):
        weight = self.layer.weight
        weight = kernel  #~ unused-input
        return self.layer(x)
