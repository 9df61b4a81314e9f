# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mean_pool(h, mask):
    """The mean over real tokens; one sentence of the batch is empty."""
    total = (h * mask.unsqueeze(-1)).sum(1)
    return total / mask.sum(1, keepdim=True)  #~ nan-gradient|nan-value


class SentenceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(15, 6)
        self.head = nn.Linear(6, 2)

    def forward(self, tokens, mask):
        return self.head(mean_pool(self.embed(tokens), mask))


def main():
    torch.manual_seed(0)
    model = SentenceModel()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    tokens, labels = torch.randint(15, (6, 4)), torch.randint(2, (6,))
    lengths = torch.tensor([4, 2, 0, 3, 1, 4])
    mask = (torch.arange(4) < lengths.unsqueeze(1)).float()
    for _ in range(4):
        loss = F.cross_entropy(model(tokens, mask), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def mean_pool(h, mask):
    """The mean over real tokens; one sentence of the batch is empty."""
    total = (h * mask.unsqueeze(-1)).sum(1)
    return total / mask.sum(1, keepdim=True).clamp(min=1)


class SentenceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(15, 6)
        self.head = nn.Linear(6, 2)

    def forward(self, tokens, mask):
        return self.head(mean_pool(self.embed(tokens), mask))


def main():
    torch.manual_seed(0)
    model = SentenceModel()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    tokens, labels = torch.randint(15, (6, 4)), torch.randint(2, (6,))
    lengths = torch.tensor([4, 2, 0, 3, 1, 4])
    mask = (torch.arange(4) < lengths.unsqueeze(1)).float()
    for _ in range(4):
        loss = F.cross_entropy(model(tokens, mask), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
