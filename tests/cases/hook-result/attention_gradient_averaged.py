"""Relevance maps: a hook keeps the gradient of the attention weights, averaged over the heads."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim=8, heads=2):
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.relevance = None

    def keep_gradient(self, grad):
        self.relevance = grad.clamp(min=0).mean(1)
        return self.relevance  #~ hook-result

    def forward(self, x, explain=False):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)  #! decoy
        weights = (q @ k.transpose(-1, -2)).softmax(-1)
        if explain:
            weights.register_hook(self.keep_gradient)
        return self.out((weights @ v).transpose(1, 2).reshape(b, n, d))


class Classifier(nn.Module):
    def __init__(self, dim=8, classes=3):
        super().__init__()
        self.attention = Attention(dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, x, explain=False):
        return self.head((x + self.attention(x, explain)).mean(1))


def explain(model, x):
    score = model(x, explain=True).max(1).values.sum()
    score.backward()  #! decoy
    return model.attention.relevance


def main():
    torch.manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(3):
        loss = F.cross_entropy(model(torch.randn(4, 6, 8)), torch.randint(0, 3, (4,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(explain(model, torch.randn(1, 6, 8)).shape)


if __name__ == "__main__":
    main()
