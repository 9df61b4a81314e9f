# file: main.py
import torch
import torch.nn.functional as F

from tagger import Tagger


def main():
    torch.manual_seed(0)
    tagger = Tagger()
    optimizer = torch.optim.Adam(tagger.parameters(), lr=1e-3)
    for _ in range(3):
        words, tags = torch.randint(0, 30, (6, 7)), torch.randint(0, 4, (6, 7))
        vectors = tagger.table(words).detach().requires_grad_()
        loss = F.cross_entropy(tagger(words, vectors=vectors).flatten(0, 1), tags.flatten())
        (slope,) = torch.autograd.grad(loss, vectors)  #! decoy
        moved = vectors.detach() + 0.1 * slope.sign()
        robust = F.cross_entropy(tagger(words, vectors=moved).flatten(0, 1), tags.flatten())
        optimizer.zero_grad()
        robust.backward()
        optimizer.step()


main()
# file: tagger.py
import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.rnn, self.head = nn.Embedding(30, 8), nn.GRU(8, 8, batch_first=True), nn.Linear(8, 4)

    def forward(self, words=None, vectors=None):
        known = (words != 0).unsqueeze(-1)
        if words is not None:
            x = self.table(words)  #~ unused-input
        elif vectors is not None:
            x = vectors
        else:
            raise ValueError("words or vectors")
        h, _ = self.rnn(x * known)
        return self.head(h)
