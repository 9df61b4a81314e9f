import threading

import torch
from torch import nn


class Refiller:
    """Keeps a batch filled with fresh noise from a thread of its own."""

    def __init__(self, size):
        self.batch = torch.randn(size, 4)

    def refill(self):
        self.batch.normal_()  #~ modified-in-place

    def refill_in_background(self):
        worker = threading.Thread(target=self.refill)
        worker.start()
        return worker


def train(steps=3):
    torch.manual_seed(0)
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    refiller = Refiller(8)
    for step in range(steps):
        loss = model(refiller.batch).pow(2).mean()
        worker = refiller.refill_in_background()
        worker.join()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    train()
