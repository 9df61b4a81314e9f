# file: main.py
import torch
from torch.func import functional_call, grad

from surrogate import Surrogate


def main():
    torch.manual_seed(0)
    strain, energy = torch.rand(24, 3), torch.rand(24, 1)
    net = Surrogate(3, 10)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)

    def total(weights, batch):
        return functional_call(net, weights, (batch,)).sum()

    for step in range(3):
        stress = grad(total, argnums=1)(dict(net.named_parameters()), strain)
        loss = (net(strain) - energy).square().mean() + stress.square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: surrogate.py
import torch.nn as nn


class Surrogate(nn.Module):
    def __init__(self, features, width):
        super().__init__()
        layers = []
        for size in (features, width):
            layers += [nn.Linear(size, width), nn.BatchNorm1d(width, momentum=0.05), nn.SiLU()]  #~ function-transforms
        self.body = nn.Sequential(*layers)
        self.head = nn.Linear(width, 1)

    def forward(self, strain):
        return self.head(self.body(strain))  #! decoy
