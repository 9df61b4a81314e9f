# file: main.py
import torch
import torch.nn.functional as F

from model import TwoTower


def main():
    torch.manual_seed(0)
    model = TwoTower()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    model.train()
    for step in range(5):
        scores = model(torch.randn(6, 7), torch.randn(6, 9))
        loss = F.cross_entropy(scores / 0.1, torch.arange(6))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: blocks.py
import torch.nn as nn

ACTIVATIONS = {
    "relu": lambda: nn.ReLU(inplace=True),  #! decoy
    "tanh": nn.Tanh,
}


def mlp(sizes, activation, dropout=0.0):
    layers = []
    for before, after in zip(sizes, sizes[1:-1]):
        layers.append(nn.Linear(before, after))
        layers.append(ACTIVATIONS[activation]())
        if dropout:
            layers.append(nn.Dropout(dropout, inplace=True))  #~ modified-in-place
    layers.append(nn.Linear(sizes[-2], sizes[-1]))
    return nn.Sequential(*layers)
# file: model.py
import torch
import torch.nn as nn

from blocks import mlp


class TwoTower(nn.Module):
    def __init__(self, user_dim=7, item_dim=9, dim=8):
        super().__init__()
        self.user = mlp([user_dim, 16, dim], "relu", dropout=0.2)
        self.item = mlp([item_dim, 16, dim], "tanh", dropout=0.2)
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, user, item):
        u = nn.functional.normalize(self.user(user), dim=-1)
        i = nn.functional.normalize(self.item(item), dim=-1)  #~ modified-in-place
        scores = u @ i.t()
        scores += self.bias  #! decoy
        return scores
