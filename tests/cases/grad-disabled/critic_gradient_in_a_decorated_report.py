# file: main.py
import torch

from field import Potential


def train(potential, optimizer, points):
    for _ in range(3):
        loss = (potential.force(points) + points).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


@torch.inference_mode()  #~ grad-disabled
def report(potential, points):
    total = 0.0
    for part in points.split(8):
        pull = potential.force(part.clone())
        total += (pull + part).abs().sum().item()
    return total / len(points)


def main():
    torch.manual_seed(0)
    potential = Potential()
    optimizer = torch.optim.Adam(potential.parameters(), lr=1e-2)
    points = torch.randn(32, 2)
    print(train(potential, optimizer, points))
    print(report(potential, points))


main()
# file: field.py
import torch
from torch import nn


class Potential(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    def force(self, points):
        with_history = points.detach().requires_grad_()  #! decoy
        height = self(with_history).sum()
        return -torch.autograd.grad(height, with_history, create_graph=True)[0]  #! decoy
