# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, vocab=12, dim=8, hidden=10, tags=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.h0 = nn.Parameter(torch.zeros(1, 1, hidden))
        self.c0 = nn.Parameter(torch.zeros(1, 1, hidden))
        self.rnn = nn.LSTM(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, tags)

    def init_hidden(self, n):
        h = self.h0.data.repeat(1, n, 1)  #~ detached-tensor
        c = self.c0.data.repeat(1, n, 1)  #~ detached-tensor
        return h, c

    def forward(self, ids):
        out, state = self.rnn(self.embed(ids), self.init_hidden(len(ids)))
        self.state = tuple(s.detach() for s in state)  #! decoy
        return self.out(out)


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    ids = torch.randint(0, 12, (20, 6))
    tags = ids % 3
    for _ in range(6):
        logits = model(ids)
        loss = F.cross_entropy(logits.transpose(1, 2), tags)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), (logits.argmax(-1) == tags).float().mean().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Tagger(nn.Module):
    def __init__(self, vocab=12, dim=8, hidden=10, tags=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.h0 = nn.Parameter(torch.zeros(1, 1, hidden))
        self.c0 = nn.Parameter(torch.zeros(1, 1, hidden))
        self.rnn = nn.LSTM(dim, hidden, batch_first=True)
        self.out = nn.Linear(hidden, tags)

    def init_hidden(self, n):
        h = self.h0.repeat(1, n, 1)
        c = self.c0.repeat(1, n, 1)
        return h, c

    def forward(self, ids):
        out, state = self.rnn(self.embed(ids), self.init_hidden(len(ids)))
        self.state = tuple(s.detach() for s in state)
        return self.out(out)


def main():
    torch.manual_seed(0)
    model = Tagger()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    ids = torch.randint(0, 12, (20, 6))
    tags = ids % 3
    for _ in range(6):
        logits = model(ids)
        loss = F.cross_entropy(logits.transpose(1, 2), tags)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), (logits.argmax(-1) == tags).float().mean().item())


main()
