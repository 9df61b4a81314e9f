# file: main.py
import torch
import torch.nn as nn

from smoothing import Smoothing


class Tagger(nn.Module):
    def __init__(self, words=40, tags=5):
        super().__init__()
        self.embed = nn.Embedding(words, 16)
        self.mix = nn.GRU(16, 16, batch_first=True)
        self.out = nn.Linear(16, tags)

    def forward(self, ids):
        return self.out(self.mix(self.embed(ids))[0])


def sentences(n):
    ids = torch.randint(0, 40, (n, 9))
    return ids, (ids * 3 + 1) % 5


def accuracy(tagger, smoothing):
    ids, tags = sentences(64)
    smoothing.apply()  #~ update-undone
    tagger.eval()
    with torch.no_grad():
        hits = (tagger(ids).argmax(-1) == tags).float().mean()
    tagger.train()
    return hits.item()


torch.manual_seed(0)
tagger = Tagger()
smoothing = Smoothing(tagger, 0.98)
smoothing.register()
optimizer = torch.optim.AdamW(tagger.parameters(), lr=5e-3)
for epoch in range(8):
    for _ in range(8):
        ids, tags = sentences(16)
        loss = nn.functional.cross_entropy(tagger(ids).flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        smoothing.update()
    print(epoch, accuracy(tagger, smoothing))
# file: quiet.py
import torch
import torch.nn as nn

from smoothing import Smoothing


class Tagger(nn.Module):
    def __init__(self, words=40, tags=5):
        super().__init__()
        self.embed = nn.Embedding(words, 16)
        self.mix = nn.GRU(16, 16, batch_first=True)
        self.out = nn.Linear(16, tags)

    def forward(self, ids):
        return self.out(self.mix(self.embed(ids))[0])


def sentences(n):
    ids = torch.randint(0, 40, (n, 9))
    return ids, (ids * 3 + 1) % 5


def accuracy(tagger, smoothing):
    ids, tags = sentences(64)
    smoothing.apply()
    tagger.eval()
    with torch.no_grad():
        hits = (tagger(ids).argmax(-1) == tags).float().mean()
    smoothing.restore()
    tagger.train()
    return hits.item()


torch.manual_seed(0)
tagger = Tagger()
smoothing = Smoothing(tagger, 0.98)
smoothing.register()
optimizer = torch.optim.AdamW(tagger.parameters(), lr=5e-3)
for epoch in range(8):
    for _ in range(8):
        ids, tags = sentences(16)
        loss = nn.functional.cross_entropy(tagger(ids).flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        smoothing.update()
    print(epoch, accuracy(tagger, smoothing))
# file: smoothing.py
class Smoothing:
    def __init__(self, model, decay):
        self.model, self.decay = model, decay
        self.shadow, self.backup = {}, {}

    def register(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                self.shadow[name] = param.data.clone()

    def update(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                new = (1.0 - self.decay) * param.data + self.decay * self.shadow[name]
                self.shadow[name] = new.clone()

    def apply(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                self.backup[name] = param.data
                param.data = self.shadow[name]  #~ update-undone

    def restore(self):
        for name, param in self.model.named_parameters():
            if param.requires_grad:
                param.data = self.backup[name]
        self.backup = {}
