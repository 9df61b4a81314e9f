# file: main.py
import torch
import torch.nn.functional as F

from tagger import Tagger, real_tokens


def batch(gen):
    lengths = torch.randint(2, 7, (6,), generator=gen)
    ids = torch.randint(0, 20, (6, int(lengths.max())), generator=gen)
    labels = ids % 4
    for row, n in enumerate(lengths.tolist()):
        labels[row, n:] = -100
    return ids, labels, lengths


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    net = Tagger()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for step in range(4):
        ids, labels, lengths = batch(gen)
        scores, wanted = real_tokens(net(ids, lengths), labels)
        loss = F.cross_entropy(scores, wanted)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: tagger.py
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
