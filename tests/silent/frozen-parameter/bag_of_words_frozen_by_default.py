# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def start_vectors(words, dim):
    vectors = torch.empty(words, dim)
    nn.init.uniform_(vectors, -0.1, 0.1)
    return vectors


class Topic(nn.Module):
    def __init__(self, words, dim, topics):
        super().__init__()
        self.bag = nn.EmbeddingBag.from_pretrained(start_vectors(words, dim), mode="mean")  #~ frozen-parameter
        self.classify = nn.Linear(dim, topics)

    def forward(self, ids, offsets):
        return self.classify(self.bag(ids, offsets))


torch.manual_seed(0)
model = Topic(30, 8, 4)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
ids, offsets = torch.randint(0, 30, (60,)), torch.arange(0, 60, 6)
y = ids[::6] % 4
for _ in range(6):
    loss = F.cross_entropy(model(ids, offsets), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: quiet.py
import io

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def load_vectors(file):
    return torch.from_numpy(np.load(file)).float()


class Topic(nn.Module):
    """Vectors of words that were learnt elsewhere, and a table of directions that is fixed on purpose."""

    def __init__(self, vectors, topics):
        super().__init__()
        self.bag = nn.EmbeddingBag.from_pretrained(vectors, mode="mean")
        self.hash = nn.Embedding.from_pretrained(torch.randn(7, vectors.size(1)), freeze=True)
        self.classify = nn.Linear(vectors.size(1), topics)

    def forward(self, ids, offsets):
        return self.classify(self.bag(ids, offsets) + self.hash(ids[offsets] % 7))


torch.manual_seed(0)
file = io.BytesIO()
np.save(file, np.random.default_rng(0).normal(size=(30, 8)))
file.seek(0)
model = Topic(load_vectors(file), 4)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.1)
ids, offsets = torch.randint(0, 30, (60,)), torch.arange(0, 60, 6)
y = ids[::6] % 4
for _ in range(6):
    loss = F.cross_entropy(model(ids, offsets), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
