# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

PAD = -1


def encode(question, answer, limit):
    tokens = question + answer
    wanted = [PAD] * len(question) + answer
    tokens, wanted = tokens[:limit], wanted[:limit]  #~ multiplied-by-zero
    return torch.tensor(tokens), torch.tensor(wanted)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.out = nn.Embedding(20, 8), nn.Linear(8, 20)

    def loss(self, tokens, wanted):
        each = F.cross_entropy(self.out(self.embed(tokens)).transpose(1, 2), wanted.clamp(min=0), reduction="none")
        mask = (wanted != PAD).float()  #! decoy
        return (each * mask).sum() / mask.sum().clamp(min=1)


torch.manual_seed(0)
model = Reader()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
pairs = [encode(list(range(8)), [8 + i, 12, 13], limit=8) for i in range(4)]
tokens, wanted = torch.stack([t for t, _ in pairs]), torch.stack([w for _, w in pairs])
for _ in range(6):
    loss = model.loss(tokens, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F

PAD = -1


def encode(question, answer, limit):
    tokens = question + answer
    wanted = [PAD] * len(question) + answer
    tokens, wanted = tokens[:limit], wanted[:limit]
    return torch.tensor(tokens), torch.tensor(wanted)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.out = nn.Embedding(20, 8), nn.Linear(8, 20)

    def loss(self, tokens, wanted):
        each = F.cross_entropy(self.out(self.embed(tokens)).transpose(1, 2), wanted.clamp(min=0), reduction="none")
        mask = (wanted != PAD).float()
        return (each * mask).sum() / mask.sum().clamp(min=1)


torch.manual_seed(0)
model = Reader()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
pairs = [encode(list(range(8)), [8 + i, 12, 13], limit=10) for i in range(4)]
tokens, wanted = torch.stack([t for t, _ in pairs]), torch.stack([w for _, w in pairs])
for _ in range(6):
    loss = model.loss(tokens, wanted)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
