# file: main.py
import torch
import torch.nn as nn

STEPS, SWITCH = 30, 11


class Scores(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, x):
        return self.body(x)


def log_likelihood(scores, offset):
    return (scores.pow(2).mean() - offset).log()  #~ nan-gradient


def main():
    torch.manual_seed(0)
    model = Scores()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for step in range(STEPS):
        offset = 0.0 if step < SWITCH else 40.0  #! decoy
        loss = -log_likelihood(model(torch.randn(16, 4)), offset)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn

STEPS, SWITCH = 30, 11


class Scores(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, x):
        return self.body(x)


def log_likelihood(scores, offset):
    return (scores.pow(2).mean() + offset).log()


def main():
    torch.manual_seed(0)
    model = Scores()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for step in range(STEPS):
        offset = 0.0 if step < SWITCH else 40.0
        loss = -log_likelihood(model(torch.randn(16, 4)), offset)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
