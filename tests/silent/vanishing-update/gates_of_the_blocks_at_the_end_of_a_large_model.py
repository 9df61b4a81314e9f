# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.gate = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return x + self.gate * self.down(F.gelu(self.up(x)))


class Model(nn.Module):
    def __init__(self, words=4000, width=32, depth=6):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.blocks = nn.Sequential(*(Block(width) for _ in range(depth)))
        self.say = nn.Linear(width, 10)

    def forward(self, words):
        return self.say(self.blocks(self.words(words)))


def main():
    torch.manual_seed(0)
    model = Model()
    half = torch.bfloat16
    model = model.type(half)  #~ vanishing-update
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.1)
    for step in range(100):
        words = torch.randint(0, 4000, (32,))
        loss = F.cross_entropy(model(words).float(), words % 10)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"{loss.item():.3f}", model.blocks[0].gate.min().item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import prune


class Scaled(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.enter, self.leave = nn.Linear(width, width), nn.Linear(width, 4)
        self.scale = nn.Parameter(torch.ones(width))
        self.spare = nn.Parameter(torch.ones(width))

    def forward(self, x):
        return self.leave(self.scale * torch.relu(self.enter(x)) + 0 * self.spare)


def train(model, steps=64):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(steps):
        x = torch.randn(32, 24)
        loss = F.cross_entropy(model(x.to(model.enter.weight.dtype)).float(), x[:, :4].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    """In half precision, gains that a mask or a weight of 0 keeps; and gains around 0, which small steps do change."""
    torch.manual_seed(0)
    model = Scaled()
    prune.random_unstructured(model, "scale", 0.5)
    print(train(model.bfloat16()))
    model = Scaled()
    nn.init.normal_(model.scale, 0, 0.1)
    print(train(model.bfloat16()))


main()
