# file: main.py
import torch
import torch.nn.functional as F

from zeroshot.model import PromptedClassifier


class Trainer:
    def __init__(self, model, lr=0.05):
        self.model = model
        self.optimizer = torch.optim.SGD(model.trainable(), lr=lr)

    @torch.no_grad()  #~ grad-disabled
    def validate(self, batches):
        self.model.eval()
        hits = [(self.model(x).argmax(1) == y).float().mean() for x, y in batches]
        self.model.train()
        return torch.stack(hits).mean().item()  #! decoy

    def fit(self, train, val):
        print("sanity check", self.validate(val[:1]))  #~ grad-disabled
        for x, y in train:
            loss = F.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            print(loss.item())


def main():
    torch.manual_seed(0)
    batches = [(torch.randn(6, 8), torch.randint(0, 3, (6,))) for _ in range(4)]
    Trainer(PromptedClassifier(["cat", "dog", "owl"])).fit(batches[:3], batches[3:])


if __name__ == "__main__":
    main()
# file: zeroshot/__init__.py
# file: zeroshot/model.py
from functools import cached_property

import torch
import torch.nn as nn
import torch.nn.functional as F


class TextTower(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.letters = nn.Embedding(128, dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, context, names):
        rows = [self.letters(torch.tensor([ord(c) for c in name])).mean(dim=0) for name in names]
        return F.normalize(self.out(torch.stack(rows) + context), dim=-1)


class PromptedClassifier(nn.Module):
    def __init__(self, names, dim=8):
        super().__init__()
        self.names = names
        self.text = TextTower(dim).requires_grad_(False)  #! decoy
        self.image = nn.Linear(dim, dim).requires_grad_(False)  #! decoy
        self.context = nn.Parameter(torch.zeros(dim))
        self.temperature = 0.07

    def trainable(self):
        return [p for p in self.parameters() if p.requires_grad]

    @cached_property  #~ grad-disabled
    def prototypes(self):
        return self.text(self.context, self.names)

    def forward(self, x):
        return F.normalize(self.image(x), dim=-1) @ self.prototypes.t() / self.temperature
