# file: main.py
import torch
import torch.nn.functional as F

from sparse import Stack


def main():
    torch.manual_seed(0)
    net = Stack()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for step in range(3):
        x, y = torch.randn(4, 20, 8), torch.randint(0, 3, (4,))
        loss = F.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: sparse.py
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class TokenDrop(nn.Module):
    """Keeps a random part of the tokens, the same on every machine."""

    def __init__(self, dim, keep):
        super().__init__()
        self.ff, self.keep = nn.Sequential(nn.Linear(dim, dim), nn.GELU()), keep
        self.random = torch.Generator().manual_seed(7)

    def forward(self, x):
        chosen = torch.rand(x.shape[1], generator=self.random) < self.keep  #~ checkpoint-mismatch
        return self.ff(x[:, chosen])


class Stack(nn.Module):
    def __init__(self, dim=8, depth=2):
        super().__init__()
        self.drops = nn.ModuleList([TokenDrop(dim, 0.6) for _ in range(depth)])
        self.noise, self.out = nn.Dropout(0.1), nn.Linear(dim, 3)  #! decoy

    def forward(self, x):
        for layer in self.drops:
            x = checkpoint(layer, self.noise(x), use_reentrant=False)
        return self.out(x.mean(1))
