# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from blocks import Block, inject_adapters


class Decoder(nn.Module):
    def __init__(self, vocab=20, dim=8, depth=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Block(dim) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block.checkpointed(h)
        return self.lm_head(self.norm(h))


def main():
    torch.manual_seed(0)
    model = Decoder()
    model.requires_grad_(False)  #! decoy
    inject_adapters(model)
    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trainable, lr=1e-3)
    for step in range(2):
        tokens = torch.randint(0, 20, (3, 7))
        logits = model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: blocks.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Adapter(nn.Module):
    def __init__(self, base, rank):
        super().__init__()
        self.base = base
        self.down = nn.Linear(base.in_features, rank, bias=False)
        self.up = nn.Linear(rank, base.out_features, bias=False)
        nn.init.zeros_(self.up.weight)

    def forward(self, x):
        return self.base(x) + self.up(self.down(x))


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def forward(self, h):
        return h + torch.tanh(self.proj(h))

    def checkpointed(self, h):
        return checkpoint(self, h, use_reentrant=True)  #~ reentrant-checkpoint


def inject_adapters(model, rank=2):
    for block in model.blocks:
        block.proj = Adapter(block.proj, rank)
