# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from embedder import Embedder


def sentences(gen, n=10, t=6):
    tokens = torch.randint(1, 25, (n, t), generator=gen)
    lengths = torch.randint(2, t + 1, (n,), generator=gen)
    pad = torch.arange(t) >= lengths.unsqueeze(1)
    return tokens.masked_fill(pad, 0), pad


def main(steps=4):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    model = Embedder()
    head = nn.Linear(8, 2)
    opt = torch.optim.Adam([*model.parameters(), *head.parameters()], lr=1e-2)
    for step in range(steps):
        tokens, pad = sentences(gen)
        loss = F.cross_entropy(head(model(tokens, pad)), tokens[:, 0] % 2)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: embedder.py
import torch.nn as nn


class Embedder(nn.Module):
    def __init__(self, vocab=25, dim=8):
        super().__init__()
        self.table = nn.Embedding(vocab, dim, padding_idx=0)  #! decoy
        self.mix = nn.Linear(dim, dim, bias=False)

    def forward(self, tokens, pad):
        e = self.mix(self.table(tokens))
        unit = e / e.norm(dim=-1, keepdim=True)  #~ nan-gradient
        unit = unit.masked_fill(pad.unsqueeze(-1), 0.0)  #! decoy
        return unit.sum(1) / (~pad).sum(1, keepdim=True)
