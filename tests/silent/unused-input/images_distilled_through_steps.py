# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from data import LABELS, real


def trained(images, epochs=3):
    student = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(epochs):
        optimizer.zero_grad()
        F.cross_entropy(student(images), LABELS).backward()
        optimizer.step()  #~ unused-input
    return student


def main():
    torch.manual_seed(0)
    distilled = nn.Parameter(torch.randn(6, 6))
    outer = torch.optim.Adam([distilled], lr=0.05)  #! decoy
    for turn in range(10):
        student = trained(distilled)
        x, y = real()
        loss = F.cross_entropy(student(x), y)
        outer.zero_grad()
        loss.backward()
        outer.step()
        print(turn, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

from data import LABELS, real


def trained(student, images, epochs=3):
    weights = dict(student.named_parameters())
    for _ in range(epochs):
        cost = F.cross_entropy(functional_call(student, weights, (images,)), LABELS)
        slopes = torch.autograd.grad(cost, list(weights.values()), create_graph=True)
        weights = {name: w - 0.1 * slope for (name, w), slope in zip(weights.items(), slopes)}
    return weights


def main():
    torch.manual_seed(0)
    distilled = nn.Parameter(torch.randn(6, 6))
    outer = torch.optim.Adam([distilled], lr=0.05)
    for turn in range(10):
        student = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
        weights = trained(student, distilled)
        x, y = real()
        loss = F.cross_entropy(functional_call(student, weights, (x,)), y)
        outer.zero_grad()
        loss.backward()
        outer.step()
        print(turn, loss.item())


main()
# file: data.py
import torch

LABELS = torch.tensor([0, 1, 2, 0, 1, 2])


def real(n=30):
    y = torch.randint(0, 3, (n,))
    return torch.randn(n, 6) + y[:, None], y
