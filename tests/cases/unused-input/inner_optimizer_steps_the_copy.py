# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from inner import adapt


class Masker(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.gate = nn.Linear(dim, 1)

    def forward(self, x):
        return torch.sigmoid(self.gate(x)).squeeze(-1)


def main():
    torch.manual_seed(0)
    x, y = torch.randn(20, 4), torch.randn(20)
    vx, vy = torch.randn(10, 4), torch.randn(10)
    masker = Masker()
    for step in range(3):
        keep = masker(x)
        learner = adapt(nn.Linear(4, 1), x, y, keep)
        loss = F.mse_loss(learner(vx).squeeze(-1), vy)
        (slope,) = torch.autograd.grad(loss, keep)  #! decoy
        keep.backward(slope)
        print(step, loss.item())


main()
# file: inner.py
import torch


def adapt(learner, x, y, keep, steps=2):
    inner = torch.optim.SGD(learner.parameters(), lr=0.1)
    for _ in range(steps):
        cost = (keep * (learner(x).squeeze(-1) - y).square()).mean()
        inner.zero_grad()
        cost.backward(create_graph=True)  #! decoy
        inner.step()  #~ unused-input
    return learner
