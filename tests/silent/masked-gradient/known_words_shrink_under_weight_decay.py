# file: main.py
import torch
from torch import nn


class Reader(nn.Module):
    def __init__(self, vectors, new):
        super().__init__()
        self.known = len(vectors)
        self.words = nn.Embedding(self.known + new, vectors.shape[1])
        with torch.no_grad():
            self.words.weight[: self.known] = vectors
        self.out = nn.Linear(vectors.shape[1], 2)

    def forward(self, ids):
        return self.out(self.words(ids).mean(1))

    def hold_known_words(self):
        self.words.weight.grad[: self.known] = 0


def main():
    torch.manual_seed(3)
    model = Reader(torch.randn(40, 6), new=10)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.05)
    ids = torch.randint(0, 50, (64, 5))
    labels = (ids >= 40).any(1).long()
    for _ in range(12):
        loss = nn.functional.cross_entropy(model(ids), labels)
        optimizer.zero_grad()
        loss.backward()
        model.hold_known_words()
        optimizer.step()  #~ masked-gradient
    print(loss.item())


main()
# file: quiet.py
import torch
from torch import nn


class Reader(nn.Module):
    def __init__(self, vectors, new):
        super().__init__()
        self.known = len(vectors)
        self.words = nn.Embedding(self.known + new, vectors.shape[1])
        with torch.no_grad():
            self.words.weight[: self.known] = vectors
        self.out = nn.Linear(vectors.shape[1], 2)

    def forward(self, ids):
        return self.out(self.words(ids).mean(1))

    def hold_known_words(self):
        self.words.weight.grad[: self.known] = 0


def main():
    torch.manual_seed(3)
    model = Reader(torch.randn(40, 6), new=10)
    # Without decay a row whose gradient is 0 from the first step on stays where it is.
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.0)
    ids = torch.randint(0, 50, (64, 5))
    labels = (ids >= 40).any(1).long()
    for _ in range(12):
        loss = nn.functional.cross_entropy(model(ids), labels)
        optimizer.zero_grad()
        loss.backward()
        model.hold_known_words()
        optimizer.step()
    print(loss.item())


main()
