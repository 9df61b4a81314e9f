# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def pad_sentences(encoded, width, longest):
    """Sentences of different lengths as one batch."""
    padded = encoded[0].new_zeros(len(encoded), longest, width)  #~ idle-parameter
    mask = torch.zeros(len(encoded), longest, dtype=torch.bool)
    for row, sentence in enumerate(encoded):
        part = torch.cat([sentence, sentence.flip(0)])[: len(sentence)]
        mask[row, : len(part)] = True
    return padded, mask


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(50, 12)
        self.position = nn.Parameter(torch.randn(6, 12))
        self.rnn = nn.LSTM(12, 10, batch_first=True)
        self.head = nn.Linear(10, 2)

    def forward(self, sentences):
        encoded = [self.words(s) + self.position[: len(s)] for s in sentences]
        padded, mask = pad_sentences(encoded, 12, 6)
        states, _ = self.rnn(padded)
        states = states * mask[..., None]
        return self.head(states.sum(1) / mask.sum(1, keepdim=True))


torch.manual_seed(0)
reader = Reader()
opt = torch.optim.Adam(reader.parameters(), lr=0.01)
sentences = [torch.randint(0, 50, (2 + i % 5,)) for i in range(10)]
labels = torch.tensor([int(s[0] > 25) for s in sentences])
for epoch in range(12):
    loss = F.cross_entropy(reader(sentences), labels)
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Reader(nn.Module):
    """A state of zeros to begin with, and a pooled output that this task does not use."""

    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(50, 12)
        self.cell = nn.GRUCell(12, 12)
        self.pooler = nn.Linear(12, 12)
        self.head = nn.Linear(12, 2)

    def start(self, size):
        return torch.zeros(size, 12)

    def encode(self, ids):
        state = self.start(len(ids))
        for step in self.words(ids).unbind(1):
            state = self.cell(step, state)
        return state, torch.tanh(self.pooler(state))

    def forward(self, ids):
        state, pooled = self.encode(ids)
        return self.head(state)


torch.manual_seed(0)
reader = Reader()
opt = torch.optim.Adam(reader.parameters(), lr=0.01)
ids = torch.randint(0, 50, (10, 5))
for epoch in range(12):
    loss = F.cross_entropy(reader(ids), (ids[:, 0] > 25).long())
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
