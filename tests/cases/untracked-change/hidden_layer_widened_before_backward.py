# file: main.py
import torch
import torch.nn.functional as F

from widen import Widening


class Plateau:
    def __init__(self, patience=2):
        self.best, self.bad, self.patience = float("inf"), 0, patience

    def reached(self, loss):
        if loss < 0.8 * self.best:
            self.best, self.bad = loss, 0
        else:
            self.bad += 1
        return self.bad >= self.patience


def main():
    torch.manual_seed(0)
    model, plateau = Widening(5, 8, 1), Plateau()
    x = torch.randn(32, 5)
    y = x.prod(1, keepdim=True)
    for step in range(6):
        optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
        loss = F.mse_loss(model(x), y)
        if plateau.reached(loss.item()):  #! decoy
            model.widen(4)
            plateau = Plateau()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, len(model.b1), loss.item())


if __name__ == "__main__":
    main()
# file: widen.py
import torch
import torch.nn as nn


class Widening(nn.Module):
    """A perceptron whose hidden layer can grow while it is trained."""

    def __init__(self, inputs, hidden, outputs):
        super().__init__()
        self.w1 = nn.Parameter(0.3 * torch.randn(inputs, hidden))
        self.b1 = nn.Parameter(torch.zeros(hidden))
        self.w2 = nn.Parameter(0.3 * torch.randn(hidden, outputs))

    def forward(self, x):
        return torch.relu(x @ self.w1 + self.b1) @ self.w2

    def widen(self, extra):
        self.w1.data = torch.cat([self.w1.data, 0.1 * torch.randn(len(self.w1), extra)], dim=1)  #~ untracked-change|modified-in-place
        self.b1.data = torch.cat([self.b1.data, torch.zeros(extra)])  #~ untracked-change|modified-in-place
        self.w2.data = torch.cat([self.w2.data, torch.zeros(extra, self.w2.size(1))])  #~ untracked-change|modified-in-place
        for p in self.parameters():
            p.grad = None  #! decoy
