# file: main.py
import torch

from bank import Classifier, PromptEncoder


def main():
    torch.manual_seed(0)
    encoder = PromptEncoder(classes=3)
    rows = encoder()  #~ backward-twice
    classifier = Classifier(rows)
    optimizer = torch.optim.Adam([*encoder.parameters(), *classifier.parameters()], lr=0.01)
    for step in range(4):
        x, y = torch.randn(8, 5), torch.randint(0, 3, (8,))
        loss = torch.nn.functional.cross_entropy(classifier(x), y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: bank.py
import torch
from torch import nn


class PromptEncoder(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.prompts = nn.Embedding(classes, 4)
        self.out = nn.Linear(4, 6)

    def forward(self):
        return self.out(torch.tanh(self.prompts.weight))  #! decoy


class Classifier(nn.Module):
    """Learns the image side; the rows learn through the encoder alone, so they cannot be detached."""

    def __init__(self, rows):
        super().__init__()
        self.rows = rows  #! decoy
        self.image = nn.Linear(5, 6)

    def forward(self, x):
        return self.image(x) @ self.rows.t()
