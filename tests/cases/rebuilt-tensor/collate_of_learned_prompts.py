# file: main.py
import torch

from prompts.bank import PromptBank
from prompts.collate import collate
from prompts.frozen import FrozenLM


def main():
    torch.manual_seed(0)
    bank, lm = PromptBank(["sentiment", "topic"], length=2, dim=6), FrozenLM(dim=6)
    optimizer = torch.optim.Adam(bank.parameters(), lr=0.1)
    samples = [{"task": t, "tokens": torch.randint(0, 9, (3,)), "label": i % 4} for i, t in enumerate(bank.tasks * 3)]
    for start in (0, 3):
        batch = collate([bank.attach(s) for s in samples[start:start + 3]])
        loss = lm.loss(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


if __name__ == "__main__":
    main()
# file: prompts/__init__.py
# file: prompts/bank.py
import torch
import torch.nn as nn


class PromptBank(nn.Module):
    def __init__(self, tasks, length, dim):
        super().__init__()
        self.tasks = list(tasks)
        self.table = nn.ParameterDict({t: nn.Parameter(torch.randn(length, dim) * 0.1) for t in tasks})

    def attach(self, sample):
        return {**sample, "prompt": self.table[sample["task"]].unbind(0)}
# file: prompts/collate.py
from collections.abc import Mapping, Sequence

import torch


def collate(items):
    """Batches nested samples: mappings by key, numbers and vectors into tensors."""
    first = items[0]
    if isinstance(first, Mapping):
        return {key: collate([item[key] for item in items]) for key in first}
    if isinstance(first, str):
        return list(items)
    if isinstance(first, Sequence):
        return [collate(column) for column in zip(*items)]
    if isinstance(first, torch.Tensor) and not first.is_floating_point():
        return torch.stack(items)
    return torch.tensor([item.tolist() if hasattr(item, "tolist") else item for item in items])  #~ rebuilt-tensor|left-torch
# file: prompts/frozen.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class FrozenLM(nn.Module):
    def __init__(self, dim, vocab=9, classes=4):
        super().__init__()
        self.embed, self.mix, self.head = nn.Embedding(vocab, dim), nn.Linear(dim, dim), nn.Linear(dim, classes)
        self.requires_grad_(False)  #! decoy

    def forward(self, batch):
        h = torch.cat([torch.stack(batch["prompt"], dim=1), self.embed(batch["tokens"])], dim=1)
        return self.head(torch.tanh(self.mix(h)).mean(dim=1))

    def loss(self, batch):
        return F.cross_entropy(self(batch), batch["label"])
