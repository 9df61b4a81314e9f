import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


class Tagger(nn.Module):
    def __init__(self, vocab=20, tags=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, 8)
        self.rnn = nn.GRU(8, 12, batch_first=True)
        self.out = nn.Linear(12, tags)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.embed(ids), lengths, batch_first=True, enforce_sorted=False)
        states, _ = self.rnn(packed)
        flat = self.out(states.data)  #! decoy
        padded, _ = pad_packed_sequence(states._replace(data=flat), batch_first=True)
        return padded


def real_tokens(scores, labels):
    keep = labels.ne(-100)
    return scores.data[keep], labels[keep]  #~ detached-tensor
