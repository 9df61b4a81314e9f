# file: main.py
import torch
from torch import nn

from words import Words


def main():
    torch.manual_seed(0)
    words = Words()
    opt = torch.optim.Adam(words.parameters(), lr=1e-3)
    for step in range(4):
        ids = torch.randint(0, 20, (8, 5))
        loss = words.loss(ids, ids[:, 0] % 3)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.3f}")


main()
# file: words.py
import torch
from torch import nn

from shift import smooth


class Words(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(20, 8), nn.Linear(8, 3)

    def encoded(self, ids=None, vectors=None):
        vectors = self.table(ids) if vectors is None else vectors
        return self.head(vectors.mean(1))

    def loss(self, ids, wanted):
        vectors = self.table(ids)

        def answer(shifted):
            return self.encoded(ids)  #~ unused-input

        plain = self.encoded(vectors=vectors)
        return nn.functional.cross_entropy(plain, wanted) + 0.1 * smooth(answer, vectors, plain)
# file: shift.py
import torch
import torch.nn.functional as F


def smooth(answer, vectors, plain, reach=1e-2):
    shift = torch.randn_like(vectors, requires_grad=True)
    apart = F.mse_loss(answer(vectors + reach * shift), plain.detach())
    (slope,) = torch.autograd.grad(apart, shift)
    return F.mse_loss(answer((vectors + reach * slope.sign()).detach()), plain)
