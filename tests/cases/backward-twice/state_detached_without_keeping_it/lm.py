import torch
import torch.nn as nn


class CharModel(nn.Module):
    def __init__(self, vocab=10, hidden=12):
        super().__init__()
        self.embed, self.rnn, self.out = nn.Embedding(vocab, 8), nn.GRU(8, hidden, batch_first=True), nn.Linear(hidden, vocab)

    def forward(self, x, h=None):
        y, h = self.rnn(self.embed(x), h)
        return self.out(y), h


def chunks(text, size):
    for i in range(0, text.shape[1] - 1, size):
        n = min(size, text.shape[1] - 1 - i)
        yield text[:, i:i + n], text[:, i + 1:i + n + 1]
