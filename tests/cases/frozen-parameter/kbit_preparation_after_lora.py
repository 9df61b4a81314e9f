# file: main.py
import torch

from peftlike.lora import inject_lora
from peftlike.prepare import prepare_for_kbit_training
from peftlike.trainer import Trainer, TrainingArguments
from tiny import TinyLM


def main():
    torch.manual_seed(0)
    model = inject_lora(TinyLM(vocab=20, dim=8), targets=("q", "v"), rank=2)
    model = prepare_for_kbit_training(model)  #~ frozen-parameter
    args = TrainingArguments(lr=1e-2, steps=3)
    data = [torch.randint(0, 20, (4, 6)) for _ in range(args.steps)]
    Trainer(model, args, data).train()


if __name__ == "__main__":
    main()
# file: peftlike/__init__.py
# file: peftlike/lora.py
import torch
import torch.nn as nn


class LoraLinear(nn.Module):
    def __init__(self, base, rank, alpha=4.0):
        super().__init__()
        self.base = base
        self.lora_a = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.lora_b = nn.Parameter(torch.zeros(base.out_features, rank))
        self.scaling = alpha / rank

    def forward(self, x):
        return self.base(x) + self.scaling * (x @ self.lora_a.t() @ self.lora_b.t())


def inject_lora(model, targets, rank):
    for p in model.parameters():
        p.requires_grad = False  #! decoy
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if name in targets and isinstance(child, nn.Linear):
                setattr(parent, name, LoraLinear(child, rank))
    return model
# file: peftlike/prepare.py
import torch


def prepare_for_kbit_training(model):
    """Freezes the base model and keeps the small tensors in float32."""
    for name, param in model.named_parameters():
        param.requires_grad = False  #~ frozen-parameter
    for param in model.parameters():
        if param.dtype in (torch.float16, torch.bfloat16):
            param.data = param.data.float()  #! decoy
    return model
# file: peftlike/trainer.py
from dataclasses import dataclass

import torch
import torch.nn.functional as F


@dataclass
class TrainingArguments:
    lr: float
    steps: int


class Trainer:
    def __init__(self, model, args, data):
        self.model, self.args, self.data = model, args, data
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)

    def compute_loss(self, tokens):
        logits = self.model(tokens)["logits"]
        return F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())

    def training_step(self, tokens):
        self.model.train()
        loss = self.compute_loss(tokens)
        loss.backward()
        return loss.detach()  #! decoy

    def train(self):
        total = torch.zeros(())
        for tokens in self.data:
            total += self.training_step(tokens)
            self.optimizer.step()
            self.optimizer.zero_grad()
        print(total / len(self.data))
# file: tiny.py
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))

    def forward(self, h):
        weights = (self.q(h) @ self.k(h).transpose(1, 2) / h.size(-1) ** 0.5).softmax(dim=-1)
        return h + weights @ self.v(h)


class TinyLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Attention(dim) for _ in range(2))
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return {"logits": self.lm_head(h), "hidden": h.detach()}  #! decoy
