import torch
import torch.nn as nn


class MaskedPooling(nn.Module):
    def __init__(self):
        super().__init__()
        self.word, self.extra, self.out = nn.Linear(4, 8), nn.Linear(3, 8), nn.Linear(8, 1)

    def forward(self, words, lengths, extra):
        at = torch.arange(words.size(1)) - words.size(1)
        mask = (at.unsqueeze(0) >= lengths.unsqueeze(1)).float().unsqueeze(2)  #~ multiplied-by-zero
        h = self.word(words)
        pooled = (h * mask).sum(1)
        return self.out(torch.tanh(pooled + self.extra(extra))).squeeze(1)
