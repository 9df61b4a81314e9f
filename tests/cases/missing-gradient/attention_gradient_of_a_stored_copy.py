# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from vit import Block


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.block, self.head = nn.Linear(6, 8), Block(8), nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.block(self.embed(x)).mean(1))


def rollout(model):
    a = model.block.attention
    return (a * a.grad).clamp(min=0).mean(0)


def main():
    torch.manual_seed(0)
    model = Classifier()
    for _ in range(2):
        x = torch.randn(1, 5, 6)
        logits = model(x)
        model.zero_grad()
        logits[0, logits.argmax()].backward()  #! decoy
        print(rollout(model).sum().item())


main()
# file: vit.py
import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.attention = None

    def forward(self, x):
        att = (self.q(x) @ self.k(x).transpose(1, 2)).softmax(-1)
        self.attention = att.detach().requires_grad_()  #~ missing-gradient
        return x + att @ self.v(x)
