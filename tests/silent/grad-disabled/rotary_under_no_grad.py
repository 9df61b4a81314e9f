# file: main.py
import torch
import torch.nn.functional as F

from attention import Attention


class Model(torch.nn.Module):
    def __init__(self, vocab=10, dim=16):
        super().__init__()
        self.embed = torch.nn.Embedding(vocab, dim)
        self.attend = Attention(dim)
        self.out = torch.nn.Linear(dim, vocab)

    def forward(self, ids):
        x = self.embed(ids)
        return self.out(x + self.attend(x))


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    ids = torch.randint(0, 10, (16, 9))
    for step in range(5):
        logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: attention.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from rotary import apply_rotary, rotary_table


class Attention(nn.Module):
    def __init__(self, dim, longest=32):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(dim, dim, bias=False) for _ in range(4))
        self.register_buffer("table", rotary_table(dim, longest))

    def forward(self, x):
        table = self.table[: x.size(1)]
        q, k = apply_rotary(self.q(x), table), apply_rotary(self.k(x), table)
        return self.o(F.scaled_dot_product_attention(q, k, self.v(x), is_causal=True))
# file: rotary.py
import torch


@torch.no_grad()  #! decoy
def rotary_table(dim, length):
    freq = 1.0 / 10000 ** (torch.arange(0, dim, 2) / dim)
    angle = torch.outer(torch.arange(length).float(), freq)
    return torch.polar(torch.ones_like(angle), angle)


@torch.no_grad()  #~ grad-disabled
def apply_rotary(x, table):
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2).contiguous())
    return torch.view_as_real(pairs * table).flatten(-2)
