import torch
import torch.nn.functional as F
from torch import nn


def network():
    return nn.Sequential(nn.Linear(2, 10), nn.Tanh(), nn.Linear(10, 1))


class Inner:
    """Runs a frozen skeleton with the weights that it is given."""

    def __init__(self):
        self.skeleton = network().requires_grad_(False)  #! decoy

    def loss(self, x, y, weights):
        for slot, weight in zip(self.skeleton.parameters(), weights):
            slot = weight  #~ unused-input
        return F.mse_loss(self.skeleton(x), y)


def main():
    torch.manual_seed(0)
    start, inner = network(), Inner()
    optimizer = torch.optim.Adam(start.parameters(), lr=0.01)
    for task in range(3):
        x, y = torch.randn(10, 2), torch.randn(10, 1)
        weights = [p.clone() for p in start.parameters()]
        grads = torch.autograd.grad(inner.loss(x, y, weights), weights, create_graph=True)  #! decoy
        weights = [w - 0.1 * g for w, g in zip(weights, grads)]
        loss = inner.loss(x, y, weights)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(task, loss.item())


if __name__ == "__main__":
    main()
