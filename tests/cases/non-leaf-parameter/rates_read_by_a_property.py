# file: main.py
import torch

from decay import Decay


def simulate(decay, times):
    return torch.exp(-times[:, None] * decay.rates).sum(dim=1)


def train(decay, times, seen, epochs=20):
    optimizer = torch.optim.Adam([decay.rates], lr=0.05)  #~ non-leaf-parameter
    for epoch in range(epochs):
        loss = (simulate(decay, times) - seen).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if epoch % 5 == 0:
            print(epoch, loss.item(), decay.rates.tolist())


def main():
    torch.manual_seed(0)
    times = torch.linspace(0, 4, 40)
    seen = torch.exp(-times[:, None] * torch.tensor([0.3, 1.5])).sum(dim=1)
    train(Decay(2), times, seen)


if __name__ == "__main__":
    main()
# file: decay.py
import torch


class Decay:
    """A sum of exponentials whose rates stay positive."""

    def __init__(self, terms):
        self.log_rates = torch.linspace(-1, 1, terms).requires_grad_()  #! decoy

    @property
    def rates(self):
        return self.log_rates.exp()  #! decoy
