# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from accumulate import Accumulator


def main(steps=24):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 16), nn.GELU(), nn.Linear(16, 2))
    accumulator = Accumulator(torch.optim.SGD(model.parameters(), lr=0.1), every=6)
    for step in range(steps):
        x = torch.randn(16, 4)
        loss = F.cross_entropy(model(x), (x[:, 0] > 0).long())
        accumulator.backward(loss)
        if step % 8 == 0:
            print(step, f"{loss.item():.4f}")  #! decoy


if __name__ == "__main__":
    main()
# file: accumulate.py
class Accumulator:
    def __init__(self, optimizer, every):
        self.optimizer, self.every, self.count = optimizer, every, 0

    def backward(self, loss):
        loss = loss / self.every  #~ unscaled-accumulation
        loss.backward()
        self.count += 1
        if self.count % self.every != 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
