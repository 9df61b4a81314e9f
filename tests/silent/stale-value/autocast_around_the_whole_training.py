# file: main.py
import torch
from torch import nn


def loss_of(model, x, y):
    return nn.functional.cross_entropy(model(x).float(), y)


def train(model, optimizer, steps):
    with torch.autocast("cpu", dtype=torch.bfloat16):  #~ stale-value
        for step in range(steps):
            x = torch.randn(32, 6)
            loss = loss_of(model, x, x[:, :3].argmax(1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    train(model, torch.optim.Adam(model.parameters(), lr=0.01), 12)


main()
# file: quiet.py
import torch
from torch import nn


def loss_of(model, x, y):
    return nn.functional.cross_entropy(model(x).float(), y)


def train(model, optimizer, steps):
    for step in range(steps):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            x = torch.randn(32, 6)
            loss = loss_of(model, x, x[:, :3].argmax(1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3))
    train(model, torch.optim.Adam(model.parameters(), lr=0.01), 12)


main()
