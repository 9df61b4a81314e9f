# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 16)
        self.attend = nn.MultiheadAttention(16, 2, batch_first=True)
        self.out = nn.Linear(16, 2)

    def forward(self, ids):
        known = ids != 0
        h = self.embed(ids)
        mixed, _ = self.attend(h, h, h, key_padding_mask=known)  #~ constant-prediction
        weight = known.unsqueeze(-1).float()
        return self.out((mixed * weight).sum(1) / weight.sum(1))


torch.manual_seed(0)
ids = torch.randint(1, 20, (64, 10))
ids[torch.arange(10) >= torch.randint(4, 9, (64, 1))] = 0
labels = (ids[:, 0] > 10).long()
model = Encoder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    loss = F.cross_entropy(model(ids), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


# The mask hides the padding.
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 16, padding_idx=0)
        self.attend = nn.MultiheadAttention(16, 2, batch_first=True)
        self.out = nn.Linear(16, 2)
        nn.init.zeros_(self.out.weight)

    def forward(self, ids):
        padding = ids == 0
        h = self.embed(ids)
        mixed, _ = self.attend(h, h, h, key_padding_mask=padding)
        weight = (~padding).unsqueeze(-1).float()
        return self.out((mixed * weight).sum(1) / weight.sum(1))


torch.manual_seed(0)
ids = torch.randint(1, 20, (64, 10))
ids[torch.arange(10) >= torch.randint(4, 9, (64, 1))] = 0
labels = (ids[:, 0] > 10).long()
model = Encoder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for step in range(10):
    loss = F.cross_entropy(model(ids), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
