# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

ACCUMULATE = 4


def micro_batches(n):
    for _ in range(n):
        x = torch.randn(8, 6)
        yield x, x[:, :2].argmax(1)


def train(model, optimizer, n):
    for i, (x, y) in enumerate(micro_batches(n), 1):
        loss = F.cross_entropy(model(x), y) / ACCUMULATE
        loss.backward()  #~ gradient-piled-up
        if i % ACCUMULATE == 0:
            optimizer.step()  #~ gradient-piled-up
            print(i, loss.item() * ACCUMULATE)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 2))
train(model, torch.optim.Adam(model.parameters(), lr=1e-2), 24)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

ACCUMULATE = 4


def micro_batches(n):
    for _ in range(n):
        x = torch.randn(8, 6)
        yield x, x[:, :2].argmax(1)


def train(model, optimizer, n):
    for i, (x, y) in enumerate(micro_batches(n), 1):
        loss = F.cross_entropy(model(x), y) / ACCUMULATE
        loss.backward()
        if i % ACCUMULATE == 0:
            optimizer.step()
            optimizer.zero_grad()
            print(i, loss.item() * ACCUMULATE)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 2))
train(model, torch.optim.Adam(model.parameters(), lr=1e-2), 24)
