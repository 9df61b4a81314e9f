# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 6)
        self.head = nn.Linear(6, 2)

    def forward(self, tokens):
        hidden = torch.tanh(self.embed(tokens))
        self.first = hidden[:, 0]
        self.first.retain_grad()  #~ requires-grad-misuse|gradient-not-retained
        return self.head(hidden.mean(1))


def main():
    torch.manual_seed(0)
    reader = Reader()
    optimizer = torch.optim.Adam(reader.parameters(), lr=1e-2)
    tokens, labels = torch.randint(20, (8, 5)), torch.randint(2, (8,))
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.cross_entropy(reader(tokens), labels)
        loss.backward()
        optimizer.step()
        print(loss.item(), reader.first.grad is not None)


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 6)
        self.head = nn.Linear(6, 2)

    def forward(self, tokens):
        hidden = torch.tanh(self.embed(tokens))
        self.first = hidden
        self.first.retain_grad()
        return self.head(hidden.mean(1))


def main():
    torch.manual_seed(0)
    reader = Reader()
    optimizer = torch.optim.Adam(reader.parameters(), lr=1e-2)
    tokens, labels = torch.randint(20, (8, 5)), torch.randint(2, (8,))
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.cross_entropy(reader(tokens), labels)
        loss.backward()
        optimizer.step()
        print(loss.item(), reader.first.grad is not None)


main()
