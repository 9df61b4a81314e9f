import torch.nn as nn


class TinyLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.vocab, self.dim = vocab, dim
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def forward(self, ids):
        hidden, _ = self.rnn(self.embed(ids))
        return self.head(hidden)
