import torch
from torch import nn


def weighted(model, vectors, words):
    score = model(vectors).sum()
    (gradient,) = torch.autograd.grad(score, words)  #~ unused-input
    return (gradient * vectors).sum(-1)


torch.manual_seed(0)
table, model = nn.Embedding(12, 4), nn.Sequential(nn.Flatten(), nn.Linear(20, 1))
words = torch.randint(0, 12, (3, 5))
vectors = table(words)
print(weighted(model, vectors, words))  #! decoy
