# file: main.py
import torch
import torch.nn.functional as F

from baskets import Recommender


def main():
    torch.manual_seed(0)
    model = Recommender(items=25)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(4):
        baskets, following = torch.randint(0, 25, (8, 5)), torch.randint(0, 25, (8,))
        loss = F.cross_entropy(model(baskets), following)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


main()
# file: baskets.py
from torch import nn


class Recommender(nn.Module):
    def __init__(self, items, dim=6):
        super().__init__()
        self.seen = nn.EmbeddingBag(items, dim, max_norm=0.5, mode="mean")  #~ modified-in-place
        self.offered = nn.Embedding(items, dim)
        self.shelf = nn.Linear(dim, dim, bias=False)

    def catalogue(self):
        return self.shelf(self.seen.weight)  #~ modified-in-place

    def taste(self, baskets):
        return self.seen(baskets)

    def forward(self, baskets):
        items = self.catalogue()
        return self.taste(baskets) @ items.T
