# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, words=40, wide=16, tags=5):
        super().__init__()
        self.embed = nn.Embedding(words, wide)
        self.encoder = nn.GRU(wide, wide, batch_first=True)
        self.head = nn.Linear(wide, tags)

    def forward(self, ids):
        return self.head(self.encoder(self.embed(ids))[0])


torch.manual_seed(0)
model = Tagger().to("cpu")
optimizer = torch.optim.AdamW(model.head.parameters(), lr=3e-3)  #~ not-in-optimizer
for step in range(10):
    ids = torch.randint(0, 40, (8, 12))
    loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 5).flatten())  #! decoy
    model.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)  #! decoy
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Only the head of a model with loaded weights is trained; what is measured and clipped is all of the gradients.


class Tagger(nn.Module):
    def __init__(self, words=40, wide=16, tags=5):
        super().__init__()
        self.embed = nn.Embedding(words, wide)
        self.encoder = nn.GRU(wide, wide, batch_first=True)
        self.head = nn.Linear(wide, tags)

    def forward(self, ids):
        return self.head(self.encoder(self.embed(ids))[0])


torch.manual_seed(0)
published = Tagger().state_dict()
model = Tagger()
model.load_state_dict({name: value for name, value in published.items() if "head" not in name}, strict=False)
optimizer = torch.optim.AdamW(model.head.parameters(), lr=3e-3)
for step in range(10):
    ids = torch.randint(0, 40, (8, 12))
    loss = F.cross_entropy(model(ids).flatten(0, 1), (ids % 5).flatten())
    model.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
print(loss.item())
