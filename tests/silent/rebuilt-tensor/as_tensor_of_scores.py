# file: main.py
import torch
import torch.nn as nn


class PairScorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.item = nn.Linear(6, 4, bias=False)
        self.bias = nn.Linear(6, 1)

    def interaction(self, a, b):
        return (self.item(a) * self.item(b)).sum()

    def forward(self, pairs):
        scores = [self.interaction(a, b) for a, b in pairs]
        interactions = torch.as_tensor(scores)  #~ rebuilt-tensor
        popularity = torch.stack([self.bias(b).squeeze() for _, b in pairs])
        return interactions + popularity


def make_pairs(n):
    return [(torch.randn(6), torch.randn(6)) for _ in range(n)]


def epoch(model, optimizer, pairs, labels):
    optimizer.zero_grad()
    loss = nn.functional.binary_cross_entropy_with_logits(model(pairs), labels)
    loss.backward()
    optimizer.step()
    return loss


torch.manual_seed(0)
model = PairScorer()
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
pairs = make_pairs(10)
labels = torch.as_tensor([float(i % 2) for i in range(10)])  #! decoy
for _ in range(4):
    loss = epoch(model, optimizer, pairs, labels)
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


class PairScorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.item = nn.Linear(6, 4, bias=False)
        self.bias = nn.Linear(6, 1)

    def interaction(self, a, b):
        return (self.item(a) * self.item(b)).sum()

    def forward(self, pairs):
        scores = [self.interaction(a, b) for a, b in pairs]
        interactions = torch.stack(scores)
        popularity = torch.stack([self.bias(b).squeeze() for _, b in pairs])
        return interactions + popularity


def make_pairs(n):
    return [(torch.randn(6), torch.randn(6)) for _ in range(n)]


def epoch(model, optimizer, pairs, labels):
    optimizer.zero_grad()
    loss = nn.functional.binary_cross_entropy_with_logits(model(pairs), labels)
    loss.backward()
    optimizer.step()
    return loss


torch.manual_seed(0)
model = PairScorer()
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
pairs = make_pairs(10)
labels = torch.as_tensor([float(i % 2) for i in range(10)])
for _ in range(4):
    loss = epoch(model, optimizer, pairs, labels)
print(loss.item())
