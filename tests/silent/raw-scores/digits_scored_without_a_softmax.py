# file: main.py
import torch
from torch import nn, optim

from net import Digits


def main():
    torch.manual_seed(0)
    model, criterion = Digits(), nn.NLLLoss()
    optimizer = optim.SGD(model.parameters(), lr=0.01)
    for step in range(10):
        images = torch.randn(16, 1, 8, 8)
        labels = images.flatten(1)[:, :10].argmax(1)
        optimizer.zero_grad()
        loss = criterion(model(images), labels)  #~ raw-scores
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: net.py
from torch import nn


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2))
        self.scores = nn.Linear(64, 10)

    def forward(self, x):
        return self.scores(self.features(x).flatten(1))
# file: quiet.py
import torch
from torch import nn, optim

torch.manual_seed(0)
model = nn.Sequential(nn.Flatten(), nn.Linear(64, 10), nn.LogSoftmax(dim=1))
criterion, optimizer = nn.NLLLoss(), optim.SGD(model.parameters(), lr=0.01)
for step in range(10):
    images = torch.randn(16, 1, 8, 8)
    labels = images.flatten(1)[:, :10].argmax(1)
    optimizer.zero_grad()
    loss = criterion(model(images), labels)
    loss.backward()
    optimizer.step()
print(loss.item())
