# file: main.py
import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.EmbeddingBag(4000, 32)
        self.tags = nn.Linear(32, 3)

    def forward(self, ids):
        return self.tags(self.words(ids))


torch.manual_seed(0)
ids = torch.randint(0, 4000, (96, 5))
tags = ids[:, 0] % 3
model = Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(9):
    model.words.requires_grad_(epoch < 3 or epoch >= 6)  #~ not-frozen
    for batch in range(4):
        rows = slice(24 * batch, 24 * batch + 24)
        loss = nn.functional.cross_entropy(model(ids[rows]), tags[rows])
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.EmbeddingBag(4000, 32)
        self.tags = nn.Linear(32, 3)

    def forward(self, ids):
        return self.tags(self.words(ids))


torch.manual_seed(0)
ids = torch.randint(0, 4000, (96, 5))
tags = ids[:, 0] % 3
model = Tagger()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for epoch in range(9):
    model.words.requires_grad_(epoch < 3 or epoch >= 6)
    for batch in range(4):
        rows = slice(24 * batch, 24 * batch + 24)
        loss = nn.functional.cross_entropy(model(ids[rows]), tags[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(loss.item())
