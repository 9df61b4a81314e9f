# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pruner(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.score, self.head = nn.Linear(dim, 1), nn.Linear(dim, 2)

    def forward(self, tokens):
        scores = self.score(tokens).squeeze(-1)
        keep = scores > 0  #! decoy
        weights = scores.sigmoid().masked_fill(~keep, 0.01)
        pooled = (weights[..., None] * tokens).sum(1) / weights.sum(1, keepdim=True)
        kept = (scores > 0).float().mean(1)  #~ no-derivative
        return self.head(pooled), (kept * keep.float().mean(1)).mean()


def main():
    torch.manual_seed(0)
    net = Pruner()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        tokens, y = torch.randn(16, 5, 8), torch.randint(0, 2, (16,))
        logits, length = net(tokens)
        loss = F.cross_entropy(logits, y) + 0.1 * length
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), length.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Pruner(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.score, self.head = nn.Linear(dim, 1), nn.Linear(dim, 2)

    def forward(self, tokens):
        scores = self.score(tokens).squeeze(-1)
        keep = scores > 0
        weights = scores.sigmoid().masked_fill(~keep, 0.01)
        pooled = (weights[..., None] * tokens).sum(1) / weights.sum(1, keepdim=True)
        kept = scores.sigmoid().mean(1)
        return self.head(pooled), (kept * keep.float().mean(1)).mean()


def main():
    torch.manual_seed(0)
    net = Pruner()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        tokens, y = torch.randn(16, 5, 8), torch.randint(0, 2, (16,))
        logits, length = net(tokens)
        loss = F.cross_entropy(logits, y) + 0.1 * length
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), length.item())


main()
