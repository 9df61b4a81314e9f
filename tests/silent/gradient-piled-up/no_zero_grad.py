# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def batches(n, size):
    for _ in range(n):
        x = torch.randn(size, 5)
        yield x, (x.sum(1) > 0).long()


def train(model, optimizer, loader):
    model.train()
    for step, (x, y) in enumerate(loader):
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        loss.backward()  #~ gradient-piled-up
        optimizer.step()  #~ gradient-piled-up
        if step % 2 == 0:
            print(step, loss.item())


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, optimizer, batches(8, 16))


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def batches(n, size):
    for _ in range(n):
        x = torch.randn(size, 5)
        yield x, (x.sum(1) > 0).long()


def train(model, optimizer, loader):
    model.train()
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        logits = model(x)
        loss = F.cross_entropy(logits, y)
        loss.backward()
        optimizer.step()
        if step % 2 == 0:
            print(step, loss.item())


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train(model, optimizer, batches(8, 16))


main()
