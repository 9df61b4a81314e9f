# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 8)
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
        self.body = nn.TransformerEncoder(layer, 2)
        self.out = nn.Linear(8, 3)

    def forward(self, ids, lengths):
        mask = nn.Transformer.generate_square_subsequent_mask(ids.shape[1])
        h = self.body(self.embed(ids), mask=mask, is_causal=True)
        last = (lengths // ids.shape[1]).clamp(max=ids.shape[1] - 1)
        return self.out(h.gather(1, last[:, None, None].expand(-1, -1, 8)).squeeze(1))  #~ constant-prediction


torch.manual_seed(0)
model = Tagger()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(10):
    words = torch.randint(1, 12, (16, 9))
    ids = F.pad(words, (1, 0))
    lengths = torch.randint(3, 10, (16,))
    loss = F.cross_entropy(model(ids, lengths), words[:, 0] % 3)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 8)
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
        self.body = nn.TransformerEncoder(layer, 2)
        self.out = nn.Linear(8, 3)

    def forward(self, ids, lengths):
        mask = nn.Transformer.generate_square_subsequent_mask(ids.shape[1])
        h = self.body(self.embed(ids), mask=mask, is_causal=True)
        return self.out(h.gather(1, lengths[:, None, None].expand(-1, -1, 8)).squeeze(1))


torch.manual_seed(0)
model = Tagger()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(10):
    words = torch.randint(1, 12, (16, 9))
    ids = F.pad(words, (1, 0))
    lengths = torch.randint(3, 10, (16,))
    loss = F.cross_entropy(model(ids, lengths), words[:, 0] % 3)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
