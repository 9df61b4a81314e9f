"""A small GPT with tied weights, groups for decay, bfloat16, accumulated passes and clipping: after nanoGPT."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Attention(nn.Module):
    def __init__(self, size: int, heads: int) -> None:
        super().__init__()
        self.heads, self.rate = heads, 0.1
        self.qkv, self.out = nn.Linear(size, 3 * size, bias=False), nn.Linear(size, size, bias=False)
        self.drop = nn.Dropout(self.rate)

    def forward(self, x: Tensor) -> Tensor:
        b, t, c = x.shape
        q, k, v = (part.view(b, t, self.heads, c // self.heads).transpose(1, 2) for part in self.qkv(x).split(c, dim=2))
        rate = self.rate if self.training else 0.0
        y = F.scaled_dot_product_attention(q, k, v, dropout_p=rate, is_causal=True)
        return self.drop(self.out(y.transpose(1, 2).contiguous().view(b, t, c)))


class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.one, self.two, self.attention = nn.LayerNorm(size), nn.LayerNorm(size), Attention(size, 4)
        self.mlp = nn.Sequential(nn.Linear(size, 4 * size), nn.GELU(), nn.Linear(4 * size, size), nn.Dropout(0.1))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.one(x))
        return x + self.mlp(self.two(x))


class GPT(nn.Module):
    def __init__(self, words: int = 50, size: int = 32, length: int = 16) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(words, size), nn.Embedding(length, size)
        self.blocks, self.norm = nn.ModuleList(Block(size) for _ in range(2)), nn.LayerNorm(size)
        self.head = nn.Linear(size, words, bias=False)
        self.words.weight = self.head.weight
        for name, p in self.named_parameters():
            if p.dim() >= 2:
                nn.init.normal_(p, std=0.02 / math.sqrt(4) if name.endswith("out.weight") else 0.02)

    def forward(self, ids: Tensor, wanted: Tensor | None = None) -> tuple[Tensor, Tensor | None]:
        x = self.words(ids) + self.places(torch.arange(ids.size(1)))
        for block in self.blocks:
            x = block(x)
        if wanted is None:
            return self.head(self.norm(x[:, [-1]])), None
        logits = self.head(self.norm(x))
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), wanted.view(-1), ignore_index=-1)


torch.manual_seed(0)
model, text, accumulated = GPT(), torch.randint(0, 50, (400,)), 4
held = {n: p for n, p in model.named_parameters() if p.requires_grad}
groups = [
    {"params": [p for p in held.values() if p.dim() >= 2], "weight_decay": 0.1},
    {"params": [p for p in held.values() if p.dim() < 2], "weight_decay": 0.0},
]
optimizer = torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95))
for step in range(10):
    rate = 1e-3 * (step + 1) / 3 if step < 3 else 1e-4 + 0.5 * (1 + math.cos(math.pi * (step - 3) / 7)) * 9e-4
    for group in optimizer.param_groups:
        group["lr"] = rate
    for _ in range(accumulated):
        at = torch.randint(0, 380, (4,)).tolist()
        x, y = (torch.stack([text[i + d : i + d + 16] for i in at]) for d in (0, 1))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            _, loss = model(x, y)
            loss = loss / accumulated
        loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    print(step, loss.item() * accumulated)
    if step % 5 == 4:
        model.eval()
        with torch.no_grad():
            print(model(text[None, :16])[0].argmax().item())
        model.train()
