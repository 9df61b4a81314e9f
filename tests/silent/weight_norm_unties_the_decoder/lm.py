import torch.nn as nn


class LM(nn.Module):
    def __init__(self, words, d=16):
        super().__init__()
        self.embed = nn.Embedding(words, d)
        self.rnn = nn.GRU(d, d, batch_first=True)
        self.head = nn.Linear(d, words, bias=False)
        self.head.weight = self.embed.weight
        self.head = nn.utils.parametrizations.weight_norm(self.head)  #~ broken-tie|shared-memory

    def forward(self, x):
        return self.head(self.rnn(self.embed(x))[0])
