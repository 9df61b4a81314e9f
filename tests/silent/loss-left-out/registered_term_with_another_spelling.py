# file: main.py
import torch

import terms
from model import Parser

CONFIG = {
    "lr": 1e-3,
    "weights": {"tags": 1.0, "arc": 0.5},  #~ loss-left-out
}


def combine(values, weights):
    return sum(weight * values[name] for name, weight in weights.items() if name in values)  #! decoy


def main():
    torch.manual_seed(0)
    parser = Parser()
    optimizer = torch.optim.AdamW(parser.parameters(), lr=CONFIG["lr"])
    for step in range(6):
        words, heads, tags = torch.randn(4, 7, 10), torch.randint(0, 7, (4, 7)), torch.randint(0, 5, (4, 7))
        values = terms.compute(parser(words), heads, tags)
        loss = combine(values, CONFIG["weights"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, {name: f"{value.item():.3f}" for name, value in values.items()})


if __name__ == "__main__":
    main()
# file: terms.py
import torch.nn.functional as F

REGISTRY = {}


def term(name):
    def register(function):
        REGISTRY[name] = function
        return function

    return register


@term("tags")
def of_tags(scores, heads, tags):
    return F.cross_entropy(scores["tags"].transpose(1, 2), tags)


@term("arcs")  #~ loss-left-out
def of_arcs(scores, heads, tags):
    return F.cross_entropy(scores["heads"].transpose(1, 2), heads)


def compute(scores, heads, tags):
    return {name: function(scores, heads, tags) for name, function in REGISTRY.items()}
# file: model.py
import torch
import torch.nn as nn


class Parser(nn.Module):
    def __init__(self, dim=10):
        super().__init__()
        self.body = nn.Linear(dim, 16)
        self.tag, self.head = nn.Linear(16, 5), nn.Linear(16, 7)

    def forward(self, words):
        h = torch.tanh(self.body(words))
        return {"tags": self.tag(h), "heads": self.head(h)}
# file: quiet.py
import torch

import terms
from model import Parser

WEIGHTS = {"tags": 1.0, "arcs": 0.5}
torch.manual_seed(0)
parser = Parser()
optimizer = torch.optim.AdamW(parser.parameters(), lr=1e-3)
for step in range(6):
    words, heads, tags = torch.randn(4, 7, 10), torch.randint(0, 7, (4, 7)), torch.randint(0, 5, (4, 7))
    values = terms.compute(parser(words), heads, tags)
    loss = sum(weight * values[name] for name, weight in WEIGHTS.items() if name in values)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, {name: f"{value.item():.3f}" for name, value in values.items()})
