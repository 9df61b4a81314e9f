import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.words = nn.Embedding(words, 8)
        self.tags = nn.Linear(8, 3)

    def forward(self, ids):
        return self.tags(self.words(ids))


def add_words(model, optimizer, number):
    """The old table stays in the optimizer, and its place in the model is taken by one that is told to it."""
    old = model.words.weight.data
    model.words = nn.Embedding(len(old) + number, old.size(1))
    model.words.weight.data[: len(old)] = old
    optimizer.add_param_group({"params": model.words.parameters()})


torch.manual_seed(0)
model = Tagger(20)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
add_words(model, optimizer, 4)
for step in range(10):
    ids = torch.randint(0, 24, (8, 6))
    loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 3).flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step == 5:
        add_words(model, optimizer, 2)
print(loss.item())
