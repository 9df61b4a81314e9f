# file: main.py
import torch
import torch.nn.functional as F

from pair import Pair


def main():
    torch.manual_seed(0)
    pair = Pair()
    for _ in range(3):
        x = torch.randn(10, 6)
        tasks = {"left": F.mse_loss(pair.left(x), x[:, :2]), "right": F.mse_loss(pair.right(x), x[:, 2:4])}
        print(pair.learn(tasks))  #! decoy


if __name__ == "__main__":
    main()
# file: pair.py
import torch
from torch import nn


class Pair:
    def __init__(self):
        self.trunk = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh())
        self.ends = nn.ModuleDict({"left": nn.Linear(8, 2), "right": nn.Linear(8, 2)})
        self.optimizer = torch.optim.SGD([*self.trunk.parameters(), *self.ends.parameters()], lr=0.1)

    def left(self, x):
        return self.ends["left"](self.trunk(x))

    def right(self, x):
        return self.ends["right"](self.trunk(x))

    def learn(self, tasks):
        for name, loss in tasks.items():
            self.optimizer.zero_grad()
            loss.backward()  #! decoy
            self.optimizer.step()  #~ modified-in-place
        return {name: loss.item() for name, loss in tasks.items()}
