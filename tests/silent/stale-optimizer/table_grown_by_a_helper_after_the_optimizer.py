# file: main.py
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


def optimizer_for(model):
    no_decay = [p for n, p in model.named_parameters() if n.endswith("bias")]
    decay = [p for n, p in model.named_parameters() if not n.endswith("bias")]
    return torch.optim.AdamW([{"params": decay}, {"params": no_decay, "weight_decay": 0.0}], lr=1e-2)  #! decoy


def add_words(model, number):
    old = model.words.weight.data
    model.words = nn.Embedding(len(old) + number, old.size(1))  #! decoy
    model.words.weight.data[: len(old)] = old


def prepare():
    model = Tagger(20)
    optimizer = optimizer_for(model)  #~ stale-optimizer
    add_words(model, 4)  #~ stale-optimizer
    return model, optimizer


torch.manual_seed(0)
model, optimizer = prepare()
for step in range(10):
    ids = torch.randint(0, 24, (8, 6))
    loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 3).flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
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
