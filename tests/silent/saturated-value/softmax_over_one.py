# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class AttentionPool(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, tokens):
        scores = self.score(tokens)
        weights = torch.softmax(scores, dim=-1)  #~ saturated-value|zero-gradient|zero-derivative
        return (weights * tokens).sum(1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.pool, self.head = nn.Embedding(20, 8), AttentionPool(8), nn.Linear(8, 2)

    def forward(self, tokens):
        return self.head(self.pool(self.embed(tokens)))


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
tokens, y = torch.randint(20, (16, 7)), torch.randint(2, (16,))
for _ in range(6):
    loss = F.cross_entropy(model(tokens), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class AttentionPool(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.score = nn.Linear(width, 1)

    def forward(self, tokens):
        scores = self.score(tokens)
        weights = torch.softmax(scores, dim=1)
        return (weights * tokens).sum(1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.pool, self.head = nn.Embedding(20, 8), AttentionPool(8), nn.Linear(8, 2)

    def forward(self, tokens):
        return self.head(self.pool(self.embed(tokens)))


torch.manual_seed(0)
model = Model()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
tokens, y = torch.randint(20, (16, 7)), torch.randint(2, (16,))
for _ in range(6):
    loss = F.cross_entropy(model(tokens), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
