import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, tags, classes):
        super().__init__()
        self.bag = nn.EmbeddingBag(tags, 8, mode="mean", sparse=True)  #~ optimizer-arguments
        self.head = nn.Linear(8, classes)

    def forward(self, tags):
        return self.head(self.bag(tags))


def fit(model, steps):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)  #~ optimizer-arguments
    for _ in range(steps):
        tags, y = torch.randint(0, 40, (16, 5)), torch.randint(0, 3, (16,))
        loss = F.cross_entropy(model(tags), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        print(loss.item())


torch.manual_seed(0)
fit(Tagger(40, 3), 3)
