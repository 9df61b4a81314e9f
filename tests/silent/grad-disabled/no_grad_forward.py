# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from encoders import TextEncoder


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.text = TextEncoder()
        self.image = nn.Linear(9, 6)

    def forward(self, tokens, pixels):
        return (self.text.embed(tokens) * self.image(pixels)).sum(1)


def main():
    torch.manual_seed(0)
    model = Matcher()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tokens, pixels = torch.randint(40, (12, 5)), torch.randn(12, 9)
    labels = (torch.arange(12) % 2).float()
    for _ in range(5):
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(model(tokens, pixels), labels)
        loss.backward()
        optimizer.step()
    print(loss.item(), model.text.embed(tokens).norm().item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from encoders import TextEncoder


class Matcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.text = TextEncoder()
        self.image = nn.Linear(9, 6)

    def forward(self, tokens, pixels):
        return (self.text(tokens) * self.image(pixels)).sum(1)


def main():
    torch.manual_seed(0)
    model = Matcher()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    tokens, pixels = torch.randint(40, (12, 5)), torch.randn(12, 9)
    labels = (torch.arange(12) % 2).float()
    for _ in range(5):
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(model(tokens, pixels), labels)
        loss.backward()
        optimizer.step()
    print(loss.item(), model.text.embed(tokens).norm().item())


main()
# file: encoders.py
import torch
import torch.nn as nn


class TextEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(40, 6)
        self.project = nn.Linear(6, 6)

    def forward(self, tokens):
        return self.project(self.table(tokens).mean(1))

    @torch.no_grad()  #~ grad-disabled
    def embed(self, tokens):  #~ grad-disabled
        return self.forward(tokens)
