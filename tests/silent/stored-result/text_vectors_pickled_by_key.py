# file: main.py
import os
import pickle
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F

QUERIES = {"red shoe": [1, 4], "blue shoe": [2, 4], "red hat": [1, 5], "green coat": [3, 6]}


class TextTower(nn.Module):
    def __init__(self, words=8, d=10):
        super().__init__()
        self.words = nn.Embedding(words, d)
        self.mix = nn.Linear(d, d)

    def forward(self, ids):
        return self.mix(self.words(torch.tensor(ids)).mean(0))


def remembered(tower, path):
    if not os.path.exists(path):
        vectors = {text: tower(ids).detach() for text, ids in QUERIES.items()}  #! decoy
        with open(path, "wb") as file:
            pickle.dump(vectors, file)
    with open(path, "rb") as file:
        return pickle.load(file)


def main():
    torch.manual_seed(0)
    text, items = TextTower(), nn.Linear(6, 10)
    optimizer = torch.optim.Adam([*text.parameters(), *items.parameters()], lr=1e-2)
    goods = torch.randn(len(QUERIES), 6)
    with tempfile.TemporaryDirectory() as folder:
        vectors = remembered(text, os.path.join(folder, "vectors.pkl"))
    for step in range(10):
        left = torch.stack([vectors[name] for name in QUERIES])  #~ stored-result
        loss = F.cross_entropy(left @ items(goods).T, torch.arange(len(QUERIES)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import io
import pickle

import torch
import torch.nn as nn
import torch.nn.functional as F


def main():
    """Hard negatives of the epoch before come from a pickle; the tower itself runs in every step."""
    torch.manual_seed(0)
    text, items = nn.Linear(7, 10), nn.Linear(6, 10)
    optimizer = torch.optim.Adam([*text.parameters(), *items.parameters()], lr=1e-2)
    queries, goods = torch.randn(16, 7), torch.randn(16, 6)
    stored = io.BytesIO()
    pickle.dump(items(goods).detach(), stored)
    for epoch in range(3):
        stored.seek(0)
        negatives = pickle.load(stored)
        for rows in torch.randperm(16).split(4):
            q, k = text(queries[rows]), items(goods[rows])
            logits = torch.cat([q @ k.T, q @ negatives.T], dim=1)
            loss = F.cross_entropy(logits, torch.arange(len(rows)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        stored = io.BytesIO()
        pickle.dump(items(goods).detach(), stored)
        print(epoch, loss.item())


main()
