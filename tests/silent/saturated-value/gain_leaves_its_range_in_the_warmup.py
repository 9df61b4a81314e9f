# file: main.py
import torch
from torch import nn


class Amplifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.tensor(1.0))
        self.shift = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        gain = torch.clamp(self.gain, 0.2, 2.0)  #~ saturated-value
        return gain * x + self.shift


def train(model, optimizer, wanted, steps):
    for step in range(steps):
        x = torch.randn(32, 4)
        loss = nn.functional.mse_loss(model(x), wanted * x + 0.5)  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(wanted, loss.item(), model.gain.item())


def main():
    torch.manual_seed(0)
    model = Amplifier()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.5)
    train(model, optimizer, 3.0, 12)
    train(model, optimizer, 0.6, 40)


if __name__ == "__main__":
    main()
# file: quiet.py
import torch

from main import Amplifier, train


class Limited(Amplifier):
    def forward(self, x):
        with torch.no_grad():
            self.gain.clamp_(0.2, 2.0)
        return self.gain * x + self.shift


def main():
    torch.manual_seed(0)
    model = Limited()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.5)
    train(model, optimizer, 3.0, 12)
    train(model, optimizer, 0.6, 40)
    # The limit that the data asks for: nothing wants the gain back.
    model = Amplifier()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.5)
    train(model, optimizer, 3.0, 50)


if __name__ == "__main__":
    main()
