"""Input gradients of a regression, with the next batch put on its way before they are taken."""

import torch
import torch.nn as nn


class Feed:
    """Holds one batch ready; `advance` makes the next one."""

    def __init__(self, size, width):
        self.size, self.width = size, width
        self.advance()

    def advance(self):
        self.batch = torch.randn(self.size, self.width).requires_grad_()  #~ unused-input


class Sensitivity:
    def __init__(self, model, feed):
        self.model, self.feed = model, feed

    def step(self):
        prediction = self.model(self.feed.batch)
        penalty = prediction.pow(2).mean()
        self.feed.advance()  #~ unused-input
        slope = torch.autograd.grad(prediction.sum(), self.feed.batch, create_graph=True)[0]
        return penalty + slope.pow(2).mean()


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    probe = Sensitivity(model, Feed(8, 4))
    for _ in range(3):
        loss = probe.step()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
