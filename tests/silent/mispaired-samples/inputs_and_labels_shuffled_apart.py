# file: main.py
import torch
from torch import nn

from shuffled import epoch_of


def main():
    torch.manual_seed(0)
    x = torch.randn(160, 5)
    y = (x.sum(1) > 0).float()
    model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        for inputs, labels in epoch_of(x, y, 32):
            loss = nn.functional.binary_cross_entropy_with_logits(model(inputs).squeeze(1), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(loss.item())


main()
# file: shuffled.py
import torch


def shuffle(values):
    return values[torch.randperm(len(values))]


def epoch_of(x, y, size):
    x, y = shuffle(x), shuffle(y)  #~ mispaired-samples
    for start in range(0, len(x), size):
        yield x[start : start + size], y[start : start + size]
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(160, 5)
y = (x.sum(1) > 0).float()
model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(3):
    order = torch.randperm(len(x))
    mixed, answers = x[order], y[order]
    for start in range(0, 160, 32):
        inputs, labels = mixed[start : start + 32], answers[start : start + 32]
        loss = nn.functional.binary_cross_entropy_with_logits(model(inputs).squeeze(1), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
