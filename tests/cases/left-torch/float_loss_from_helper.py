# file: main.py
import torch
import torch.nn as nn

from criterion import Criterion


class Linear2(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(3, 5)
        self.two = nn.Linear(5, 2)

    def forward(self, x):
        return self.two(torch.relu(self.one(x)))


def main():
    torch.manual_seed(0)
    model = Linear2()
    criterion = Criterion({"mse": 1.0, "mae": 0.5})
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    history = []
    for step in range(3):
        x = torch.randn(7, 3)
        y = x[:, :2] - x[:, 2:]
        loss = criterion(model(x), y)
        history.append(float(loss))  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(history)


if __name__ == "__main__":
    main()
# file: criterion.py
import torch

TERMS = {
    "mse": lambda p, t: ((p - t) ** 2).mean(),
    "mae": lambda p, t: (p - t).abs().mean(),
}


class Criterion:
    def __init__(self, weights):
        self.weights = weights
        self.last = {}

    def term(self, name, pred, target):
        value = TERMS[name](pred, target)
        self.last[name] = value.item()  #! decoy
        return float(value)  #~ left-torch

    def __call__(self, pred, target):
        return sum(weight * self.term(name, pred, target) for name, weight in self.weights.items())
