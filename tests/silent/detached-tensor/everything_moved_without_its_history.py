# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from trees import without_history


class Encoder(nn.Module):
    def __init__(self, size=6):
        super().__init__()
        self.mean, self.spread = nn.Linear(size, 4), nn.Linear(size, 4)

    def forward(self, x):
        return {"mean": self.mean(x), "spread": [self.spread(x).exp()]}


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = Encoder(), nn.Linear(4, 1)

    def forward(self, x):
        code = self.encoder(x)
        self.shown = without_history(code)  #~ detached-tensor
        return self.shown, self.head(self.shown["mean"] + 0.1 * self.shown["spread"][0])  #! decoy


def main():
    torch.manual_seed(0)
    model = Model()
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(8):
        x = torch.randn(20, 6)
        shown, guess = model(x)
        loss = F.mse_loss(guess, x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from parts import Model
from trees import without_history

torch.manual_seed(0)
model = Model()
opt = torch.optim.SGD(model.parameters(), lr=0.05)
history = []
for step in range(8):
    x = torch.randn(20, 6)
    code, guess = model(x)
    history.append(without_history(code))
    loss = F.mse_loss(guess, x.sum(1, keepdim=True))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4), len(history))
# file: parts.py
import torch.nn as nn


class Model(nn.Module):
    def __init__(self, size=6):
        super().__init__()
        self.mean, self.spread, self.head = nn.Linear(size, 4), nn.Linear(size, 4), nn.Linear(4, 1)

    def forward(self, x):
        code = {"mean": self.mean(x), "spread": [self.spread(x).exp()]}
        return code, self.head(code["mean"] + 0.1 * code["spread"][0])
# file: trees.py
import torch


def without_history(tree):
    """The same numbers in the same containers, for keeping."""
    if isinstance(tree, dict):
        return {name: without_history(part) for name, part in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(without_history(part) for part in tree)
    return tree.detach() if torch.is_tensor(tree) else tree  #! decoy
