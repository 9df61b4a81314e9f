import torch
import torch.nn as nn
import torch.nn.functional as F

SEGMENTS = nn.Embedding(2, 8)  #~ not-in-optimizer|unregistered-module


class Matcher(nn.Module):
    def __init__(self, vocab=12, dim=8):
        super().__init__()
        self.words = nn.Embedding(vocab, dim)
        self.score = nn.Sequential(nn.Linear(dim, 12), nn.Tanh(), nn.Linear(12, 1))

    def forward(self, a, b):
        left = self.words(a) + SEGMENTS(torch.zeros_like(a))
        right = self.words(b) + SEGMENTS(torch.ones_like(b))
        return self.score(torch.tanh(torch.cat([left, right], 1)).mean(1)).squeeze(1)


def main():
    torch.manual_seed(0)
    model = Matcher()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)  #~ not-in-optimizer
    a, b = torch.randint(0, 12, (30, 4)), torch.randint(0, 12, (30, 4))
    y = (a[:, 0] < b[:, 0]).float()
    for _ in range(5):
        loss = F.binary_cross_entropy_with_logits(model(a, b), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
