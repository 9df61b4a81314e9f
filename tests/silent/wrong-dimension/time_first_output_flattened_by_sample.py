# file: main.py
import torch
import torch.nn as nn


class Meter(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.rnn = nn.RNN(3, 8)
        self.readout = nn.Linear(8 * steps, 1)

    def forward(self, x):
        steps, batch, _ = x.shape
        states, _ = self.rnn(x)
        return self.readout(states.view(batch, -1))[:, 0]  #~ wrong-dimension


def main():
    torch.manual_seed(0)
    meter = Meter(6)
    optimizer = torch.optim.SGD(meter.parameters(), lr=0.05)
    for _ in range(10):
        x = torch.randn(6, 20, 3)
        loss = nn.functional.mse_loss(meter(x), x[:, :, 0].sum(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn


class Meter(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.rnn = nn.RNN(3, 8)
        self.each = nn.Linear(8, 8)
        self.readout = nn.Linear(8 * steps, 1)

    def forward(self, x):
        steps, batch, _ = x.shape
        states, _ = self.rnn(x)
        states = self.each(states.view(steps * batch, -1)).view(steps, batch, 8)
        return self.readout(states.permute(1, 0, 2).reshape(batch, -1))[:, 0]


def main():
    torch.manual_seed(0)
    meter = Meter(6)
    optimizer = torch.optim.SGD(meter.parameters(), lr=0.05)
    for _ in range(10):
        x = torch.randn(6, 20, 3)
        loss = nn.functional.mse_loss(meter(x), x[:, :, 0].sum(0))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
