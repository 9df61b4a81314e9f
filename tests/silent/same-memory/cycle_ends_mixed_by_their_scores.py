# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tide:
    """Forecasts a level; what each cycle of learning rates ends with is kept, and mixed in the end."""

    def __init__(self):
        self.net = nn.Sequential(nn.Linear(6, 14), nn.Tanh(), nn.Linear(14, 1))
        self.ends, self.scores = [], []

    def cycle(self, steps):
        optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        for _ in range(steps):
            x = torch.randn(24, 6)
            loss = F.mse_loss(self.net(x).squeeze(1), x[:, 0].sin())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        self.ends.append([p.detach() for p in self.net.parameters()])  #~ same-memory
        self.scores.append(-loss.item())

    @torch.no_grad()
    def mix(self):
        shares = torch.tensor(self.scores).softmax(0).tolist()
        for at, parameter in enumerate(self.net.parameters()):
            mixed = torch.zeros_like(parameter)
            for share, end in zip(shares, self.ends):
                mixed += share * end[at]
            parameter.copy_(mixed)


def main():
    torch.manual_seed(0)
    tide = Tide()
    for _ in range(4):
        tide.cycle(12)
    tide.mix()
    print(tide.scores)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tide:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(6, 14), nn.Tanh(), nn.Linear(14, 1))
        self.ends, self.scores = [], []

    def cycle(self, steps):
        optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        for _ in range(steps):
            x = torch.randn(24, 6)
            loss = F.mse_loss(self.net(x).squeeze(1), x[:, 0].sin())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        self.ends.append([p.detach().clone() for p in self.net.parameters()])
        self.scores.append(-loss.item())

    @torch.no_grad()
    def mix(self):
        shares = torch.tensor(self.scores).softmax(0).tolist()
        for at, parameter in enumerate(self.net.parameters()):
            mixed = torch.zeros_like(parameter)
            for share, end in zip(shares, self.ends):
                mixed += share * end[at]
            parameter.copy_(mixed)


def main():
    torch.manual_seed(0)
    tide = Tide()
    for _ in range(4):
        tide.cycle(12)
    tide.mix()
    print(tide.scores)


main()
