import torch
import torch.nn as nn


class TinyLM(nn.Module):
    def __init__(self, words, d=16):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.head = nn.Linear(d, words, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, x):
        return self.head(self.rnn(self.embed(x))[0])

    @torch.no_grad()  #! decoy
    def resize(self, words):
        old = self.embed.weight
        self.embed = nn.Embedding(words, old.shape[1])  #~ broken-tie
        self.embed.weight[: len(old)] = old
