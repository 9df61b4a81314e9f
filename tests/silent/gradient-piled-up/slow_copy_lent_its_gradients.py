# file: main.py
import copy

import torch
import torch.nn as nn


def train(working, master, batches):
    """Steps on the master weights; the working ones are rounded to what the device will store."""
    optimizer = torch.optim.Adagrad(master.parameters(), lr=0.05)
    for x, y in batches:
        nn.functional.huber_loss(working(x), y).backward()  #~ gradient-piled-up
        for weight, own in zip(working.parameters(), master.parameters()):
            own.grad = weight.grad  #~ gradient-piled-up
        optimizer.step()
        optimizer.zero_grad()  #~ gradient-piled-up
        with torch.no_grad():
            for weight, own in zip(working.parameters(), master.parameters()):
                weight.copy_((own * 64).round() / 64)


def main():
    torch.manual_seed(0)
    working = nn.Sequential(nn.Linear(6, 10), nn.Softplus(), nn.Linear(10, 2))
    master = copy.deepcopy(working)
    inputs = [torch.randn(20, 6) for _ in range(9)]
    train(working, master, [(x, x[:, :2] - x[:, 2:4]) for x in inputs])
    print(sum(p.abs().sum().item() for p in master.parameters()))


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn


def train(working, master, batches):
    """Two batches for each step, with master weights; the working ones are cleared in place after it."""
    optimizer = torch.optim.Adagrad(master.parameters(), lr=0.05)
    for number, (x, y) in enumerate(batches):
        nn.functional.huber_loss(working(x), y).backward()
        if number % 2 == 0:
            continue
        for weight, own in zip(working.parameters(), master.parameters()):
            own.grad = weight.grad
        optimizer.step()
        optimizer.zero_grad()
        working.zero_grad(set_to_none=False)
        with torch.no_grad():
            for weight, own in zip(working.parameters(), master.parameters()):
                weight.copy_((own * 64).round() / 64)


def main():
    torch.manual_seed(0)
    working = nn.Sequential(nn.Linear(6, 10), nn.Softplus(), nn.Linear(10, 2))
    master = copy.deepcopy(working)
    inputs = [torch.randn(20, 6) for _ in range(12)]
    train(working, master, [(x, (x[:, :2] - x[:, 2:4]) / 2) for x in inputs])
    print(sum(p.abs().sum().item() for p in master.parameters()))


main()
