# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from results import StepResult


class LanguageModel(nn.Module):
    def __init__(self, vocab=16, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.GRU(dim, dim, batch_first=True)
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        return self.head(self.mix(self.embed(tokens))[0])


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

    def step(self, tokens):
        logits = self.model(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        return StepResult.of(loss, tokens=tokens.numel())

    def update(self, result):
        self.optimizer.zero_grad()
        torch.autograd.backward(result.loss)
        self.optimizer.step()


def main():
    torch.manual_seed(0)
    trainer = Trainer(LanguageModel())
    for step in range(3):
        result = trainer.step(torch.randint(0, 16, (4, 9)))
        trainer.update(result)
        print(step, result.perplexity, result.tokens)


if __name__ == "__main__":
    main()
# file: results.py
import math
from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class StepResult:
    loss: torch.Tensor
    perplexity: float
    tokens: int

    @classmethod
    def of(cls, loss, tokens):
        value = loss.item()  #~ left-torch
        return cls(loss=torch.tensor(value), perplexity=math.exp(value), tokens=tokens)
