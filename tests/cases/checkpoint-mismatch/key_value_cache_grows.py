# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

from attention import Attention, Cache


class Decoder(nn.Module):
    def __init__(self, vocab=12, dim=8, depth=2, gradient_checkpointing=True):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(Attention(dim, i) for i in range(depth))
        self.head = nn.Linear(dim, vocab)
        self.gradient_checkpointing = gradient_checkpointing

    def forward(self, ids, use_cache=True):  #~ checkpoint-mismatch
        cache = Cache() if use_cache else None
        x = self.embed(ids)
        for layer in self.layers:
            if self.gradient_checkpointing and self.training:
                x = checkpoint(layer, x, cache, use_reentrant=False)  #~ checkpoint-mismatch
            else:
                x = layer(x, cache)
        return self.head(x)


def main():
    torch.manual_seed(0)
    model = Decoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for step in range(3):
        ids = torch.randint(0, 12, (3, 9))
        logits = model(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: attention.py
import torch
import torch.nn as nn


class Cache:
    def __init__(self):
        self.keys, self.values = {}, {}

    def update(self, k, v, layer):
        if layer in self.keys:
            k = torch.cat([self.keys[layer], k], dim=1)  #~ checkpoint-mismatch
            v = torch.cat([self.values[layer], v], dim=1)  #~ checkpoint-mismatch
        self.keys[layer], self.values[layer] = k, v  #~ checkpoint-mismatch
        return k, v


class Attention(nn.Module):
    def __init__(self, dim, index):
        super().__init__()
        self.index = index
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, cache=None):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        if cache is not None:
            k, v = cache.update(k, v, self.index)  #~ checkpoint-mismatch
        weights = (q @ k.transpose(1, 2) / q.size(-1) ** 0.5).softmax(-1)
        return x + self.out(weights @ v)
