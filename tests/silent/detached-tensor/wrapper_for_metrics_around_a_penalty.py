# file: main.py
import torch
from torch import nn

from measures import accuracy, spread


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(5, 8)
        self.scale = nn.Parameter(torch.ones(8))
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return self.head(h), h * self.scale


def train(steps=6):
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    for _ in range(steps):
        x = torch.randn(16, 5)
        y = x[:, :3].argmax(1)
        logits, scaled = net(x)
        loss = nn.functional.cross_entropy(logits, y) + 0.1 * spread(scaled)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{accuracy(logits, y):.2f}")


if __name__ == "__main__":
    train()
# file: measures.py
import functools


def measure(fn):
    @functools.wraps(fn)
    def measured(*args):
        return fn(*args).detach()  #! decoy

    return measured


@measure
def accuracy(logits, y):
    return (logits.argmax(1) == y).float().mean()


@measure  #~ detached-tensor
def spread(values):
    return (values - values.mean(0)).square().mean()
# file: quiet.py
import main
from main import train


def spread(values):
    return (values - values.mean(0)).square().mean()


main.spread = spread
train()
