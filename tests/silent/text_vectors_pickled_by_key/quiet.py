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
