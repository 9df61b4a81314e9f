"""The programs whose cost is measured: plain PyTorch, each gives one step to be called again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

Step = Callable[[], None]


@dataclass(frozen=True)
class Workload:
    """`make()` builds the program; `steps` of it are timed as one block."""

    key: str
    title: str
    make: Callable[[], Step]
    steps: int
    on_accelerator: bool = False
    trains: bool = True  # without a backward pass there is nothing for detect_anomaly to do


def mlp() -> Step:
    layers = [layer for _ in range(8) for layer in (nn.Linear(64, 64), nn.ReLU())]
    model = nn.Sequential(*layers, nn.Linear(64, 1))
    optimizer = torch.optim.Adam(model.parameters())
    x, y = torch.randn(32, 64), torch.randn(32, 1)

    def step() -> None:
        loss = F.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def usual_loop() -> Step:
    """What small trainings do beside: batch norm and dropout, clipping, a schedule, a loss that is summed up."""
    blocks = [layer for _ in range(8) for layer in (nn.Linear(64, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.1))]
    model = nn.Sequential(*blocks, nn.Linear(64, 10))
    optimizer = torch.optim.AdamW(model.parameters())
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 100_000)
    x, y = torch.randn(32, 64), torch.randint(10, (32,))
    total = [0.0]

    def step() -> None:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        total[0] += loss.item()

    return step


class Block(nn.Module):
    """A pre-norm transformer block, written out as users write it."""

    def __init__(self, width: int, heads: int, causal: bool, dropout: float) -> None:
        super().__init__()
        self.heads, self.causal, self.dropout = heads, causal, dropout
        self.drop = nn.Dropout(dropout) if dropout else None
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def attend(self, x: Tensor) -> Tensor:
        batch, length, width = x.shape
        q, k, v = self.qkv(x).split(width, dim=2)
        q = q.view(batch, length, self.heads, -1).transpose(1, 2)
        k = k.view(batch, length, self.heads, -1).transpose(1, 2)
        v = v.view(batch, length, self.heads, -1).transpose(1, 2)
        mixed = F.scaled_dot_product_attention(q, k, v, dropout_p=self.dropout, is_causal=self.causal)
        return self.out(mixed.transpose(1, 2).reshape(batch, length, width))

    def forward(self, x: Tensor) -> Tensor:
        attended = self.attend(self.norm1(x))
        x = x + (attended if self.drop is None else self.drop(attended))
        thought = self.down(F.gelu(self.up(self.norm2(x))))
        return x + (thought if self.drop is None else self.drop(thought))


class Transformer(nn.Module):
    """Embeddings, blocks, and a head over the vocabulary."""

    def __init__(self, vocabulary: int, length: int, width: int, heads: int, layers: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(length, width)
        self.blocks = nn.ModuleList(Block(width, heads, causal=True, dropout=dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.tokens(tokens) + self.positions(torch.arange(tokens.shape[1], device=tokens.device))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def _small_transformer() -> tuple[Transformer, Tensor]:
    return Transformer(256, 64, 128, 4, layers=4), torch.randint(256, (8, 65))


def _language_model(model: Transformer, tokens: Tensor, optimizer: torch.optim.Optimizer) -> Step:
    def step() -> None:
        logits = model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def transformer() -> Step:
    model, tokens = _small_transformer()
    return _language_model(model, tokens, torch.optim.Adam(model.parameters()))


def launch_bound() -> Step:
    """GPT-2 small's calls on numbers so small that only calling costs, as where an accelerator waits for Python."""
    model = Transformer(64, 8, 16, 4, layers=12, dropout=0.1)
    return _language_model(model, torch.randint(64, (1, 9)), torch.optim.AdamW(model.parameters(), fused=True))


class Checkpointed(nn.Module):
    """A block whose values are computed again in the backward pass."""

    def __init__(self, block: nn.Module, reentrant: bool) -> None:
        super().__init__()
        self.block, self.reentrant = block, reentrant

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = checkpoint(self.block, x, use_reentrant=self.reentrant)
        return out


def checkpointed(reentrant: bool) -> Step:
    """A checkpoint for every block, on numbers so small that checkpointing itself costs about as much as they do."""
    model = Transformer(64, 32, 32, 4, layers=6)
    model.blocks = nn.ModuleList(Checkpointed(block, reentrant) for block in model.blocks)
    return _language_model(model, torch.randint(64, (4, 33)), torch.optim.Adam(model.parameters()))


def evaluation() -> Step:
    model, tokens = _small_transformer()
    model.eval()

    def step() -> None:
        with torch.no_grad():
            logits = model(tokens[:, :-1])
            (logits.argmax(-1) == tokens[:, 1:]).float().mean()

    return step


def gru() -> Step:
    length = 200
    cell, head = nn.GRUCell(32, 64), nn.Linear(64, 1)
    optimizer = torch.optim.Adam([*cell.parameters(), *head.parameters()])
    x, y = torch.randn(length, 16, 32), torch.randn(16, 1)

    def step() -> None:
        h = torch.zeros(16, 64)
        for t in range(length):
            h = cell(x[t], h)
        loss = F.mse_loss(head(h), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def gpt2(batch: int, length: int) -> Step:
    """GPT-2 small in bfloat16, from scratch."""
    model = Transformer(50257, 1024, 768, 12, layers=12).to("cuda", torch.bfloat16)
    optimizer = torch.optim.AdamW(model.parameters(), fused=True)
    tokens = torch.randint(50257, (batch, length + 1), device="cuda")
    return _language_model(model, tokens, optimizer)


WORKLOADS = (
    Workload("mlp", "8x64 MLP, batch 32, Adam", mlp, steps=20),
    Workload("usual", "the same with norms, clipping, schedule", usual_loop, steps=20),
    Workload("transformer", "4-layer transformer, d 128", transformer, steps=9),
    Workload("gru", "GRUCell unrolled 200 steps", gru, steps=9),
    Workload("eval", "the same transformer, no_grad forward", evaluation, steps=6, trains=False),
    Workload("launch-bound", "12 layers, d 16, 1x8, launch-bound", launch_bound, steps=10),
    Workload("checkpoint", "6 checkpointed layers, d 32", lambda: checkpointed(False), steps=6),
    Workload("reentrant", "the same, use_reentrant=True", lambda: checkpointed(True), steps=6),
    Workload("gpt2-8x1024", "GPT-2 small, bf16, 8x1024", lambda: gpt2(8, 1024), 15, on_accelerator=True),
    Workload("gpt2-1x128", "GPT-2 small, bf16, 1x128", lambda: gpt2(1, 128), 20, on_accelerator=True),
)
