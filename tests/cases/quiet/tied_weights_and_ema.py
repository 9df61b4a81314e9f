# file: main.py
import copy

import torch
import torch.nn as nn

from average import Average


class TinyLM(nn.Module):
    def __init__(self, vocab=16, dim=8):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.GRU(dim, dim, batch_first=True)
        self.out = nn.Linear(dim, vocab, bias=False)
        self.out.weight = self.embed.weight

    def forward(self, tokens):
        h, _ = self.mix(self.embed(tokens))
        return self.out(h)


def main():
    torch.manual_seed(0)
    model = TinyLM()
    average = Average(copy.deepcopy(model))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(3):
        tokens = torch.randint(0, 16, (4, 7))
        loss = nn.functional.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.follow(model)
        with torch.no_grad():
            model.embed.weight.div_(model.embed.weight.norm(dim=1, keepdim=True).clamp_(min=1.0))
        print(step, loss.item(), average.score(tokens))


if __name__ == "__main__":
    main()
# file: average.py
import torch
import torch.nn.functional as F


class Average:
    def __init__(self, model, decay=0.9):
        self.model, self.decay = model.requires_grad_(False), decay

    @torch.no_grad()
    def follow(self, model):
        for slow, fast in zip(self.model.parameters(), model.parameters()):
            slow.lerp_(fast, 1 - self.decay)

    def score(self, tokens):
        logits = self.model(tokens[:, :-1])
        return F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten()).item()
