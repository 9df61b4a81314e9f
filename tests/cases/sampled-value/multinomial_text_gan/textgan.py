import torch
import torch.nn as nn


class Generator(nn.Module):
    def __init__(self, vocab=8, dim=6, length=5):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(dim))
        self.cell = nn.GRUCell(dim, dim)
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, vocab)
        self.length = length

    def forward(self, n):
        state = self.start.expand(n, -1)
        token = torch.zeros(n, dtype=torch.long)
        tokens = []
        for _ in range(self.length):
            state = self.cell(self.embed(token), state)
            probs = self.out(state).softmax(dim=-1)
            token = torch.multinomial(probs, 1).squeeze(1)  #~ sampled-value
            tokens.append(token)
        return torch.stack(tokens, dim=1)


class Discriminator(nn.Module):
    def __init__(self, vocab=8, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, 1)

    def forward(self, tokens):
        return self.out(self.rnn(self.embed(tokens))[1][0]).squeeze(1)
