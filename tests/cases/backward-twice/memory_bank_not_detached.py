# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from bank import FeatureBank
from loss import contrast


def main():
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(7, 16), nn.ReLU(inplace=True), nn.Linear(16, 5))  #! decoy
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.05)
    bank = FeatureBank(24)
    for step in range(4):
        x, labels = torch.randn(8, 7), torch.randint(0, 3, (8,))
        z = F.normalize(encoder(x), dim=-1)
        bank.push(z, labels)  #~ backward-twice
        loss = contrast(z, labels, bank)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: bank.py
import torch


class FeatureBank:
    """First-in first-out store of embeddings that serve as extra negatives."""

    def __init__(self, size):
        self.size = size
        self.features = None
        self.labels = None

    def push(self, features, labels):
        if self.features is None:
            self.features, self.labels = features, labels  #~ backward-twice
            return
        self.features = torch.cat([self.features, features])[-self.size:]  #~ backward-twice
        self.labels = torch.cat([self.labels, labels])[-self.size:]

    def negatives(self, label):
        return self.features[self.labels != label]
# file: loss.py
import torch
import torch.nn.functional as F


def contrast(z, labels, bank, margin=0.4):
    total = z.new_zeros(())
    for vector, label in zip(z, labels):
        others = bank.negatives(label)
        if len(others):
            total += F.relu(others @ vector - margin).mean()  #! decoy
    return total / len(z)
