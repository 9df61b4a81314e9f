import torch.nn as nn


class CharModel(nn.Module):
    def __init__(self, symbols=12, d=16):
        super().__init__()
        self.embed = nn.Embedding(symbols, d)
        self.rnn = nn.LSTM(d, d, batch_first=True)
        self.out = nn.Linear(d, symbols)

    def forward(self, x):
        return self.out(self.rnn(self.embed(x))[0])
