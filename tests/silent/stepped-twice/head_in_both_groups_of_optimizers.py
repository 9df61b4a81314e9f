# file: main.py
import torch
from torch import nn

from optim import build
from tagger import Tagger


def main(steps=12):
    torch.manual_seed(0)
    model = Tagger()
    optimizers = build(model)
    for step in range(steps):
        words = torch.randint(0, 30, (16, 6))
        loss = nn.functional.cross_entropy(model(words), words[:, 0] % 4)
        for optimizer in optimizers.values():
            optimizer.zero_grad()
        loss.backward()
        for optimizer in optimizers.values():
            optimizer.step()
    print(f"{loss.item():.3f}")


main()
# file: tagger.py
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(30, 8)
        self.mix, self.out = nn.Linear(8, 16), nn.Linear(16, 4)

    def forward(self, words):
        return self.out(self.mix(self.table(words).mean(1)).relu())
# file: optim.py
import torch


def build(model):
    slow = [p for name, p in model.named_parameters() if not name.startswith("output")]
    fast = list(model.out.parameters())
    return {
        "slow": torch.optim.AdamW(slow, lr=1e-3),  #~ stepped-twice
        "fast": torch.optim.AdamW(fast, lr=1e-2),
    }
# file: quiet.py
import torch
from torch import nn

# A trunk that two optimizers hold: each steps after the pass of its own loss.
torch.manual_seed(0)
trunk, left, right = nn.Linear(5, 8), nn.Linear(8, 1), nn.Linear(8, 1)
first = torch.optim.Adam([*trunk.parameters(), *left.parameters()], lr=1e-2)
second = torch.optim.Adam([*trunk.parameters(), *right.parameters()], lr=1e-2)
for _ in range(12):
    x = torch.randn(16, 5)
    for head, optimizer, wanted in ((left, first, x[:, :1]), (right, second, x[:, 1:2])):
        loss = (head(trunk(x).tanh()) - wanted).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(f"{loss.item():.3f}")
