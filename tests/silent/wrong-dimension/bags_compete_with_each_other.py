# file: main.py
import torch
import torch.nn.functional as F

from mil import AttentionMIL


def main(steps=12):
    torch.manual_seed(0)
    net = AttentionMIL()
    opt = torch.optim.Adam(net.parameters(), lr=2e-3)
    for step in range(steps):
        bags = torch.randn(16, 10, 8)
        y = (bags[:, :, 0].max(1).values > 1.5).float()  #! decoy
        logit, weights = net(bags)
        loss = F.binary_cross_entropy_with_logits(logit, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4), round(weights.max().item(), 3))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Slots(nn.Module):
    """Slots compete for the places of an image; each is then the mean of what it won."""

    def __init__(self, slots=3, d=8):
        super().__init__()
        self.start = nn.Parameter(torch.randn(slots, d))
        self.k, self.v = nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, x):
        won = torch.softmax(torch.einsum("sd,bnd->bsn", self.start, self.k(x)), dim=1)
        return (won / won.sum(-1, keepdim=True)) @ self.v(x)


class Capsules(nn.Module):
    """Each lower capsule divides itself among the upper ones."""

    def __init__(self, lower=3, upper=2, d=8):
        super().__init__()
        self.w = nn.Parameter(0.1 * torch.randn(lower, upper, d, d))

    def forward(self, u):
        votes = torch.einsum("luio,bli->bluo", self.w, u)
        share = torch.softmax((votes * votes.mean(1, keepdim=True)).sum(-1), dim=2)
        return (share.unsqueeze(-1) * votes).sum(1)


class GraphPool(nn.Module):
    """One graph after the other: its nodes are the first dimension, and the sum runs over them."""

    def __init__(self, d=8):
        super().__init__()
        self.score = nn.Linear(d, 1)

    def forward(self, graphs):
        return torch.stack([(torch.softmax(self.score(g), dim=0) * g).sum(0) for g in graphs])


def main(steps=6):
    torch.manual_seed(0)
    slots, capsules, pool, head = Slots(), Capsules(), GraphPool(), nn.Linear(8, 2)
    opt = torch.optim.Adam(nn.ModuleList([slots, capsules, pool, head]).parameters(), lr=1e-2)
    for step in range(steps):
        x = torch.randn(12, 12, 8)
        loss = F.cross_entropy(head(pool(capsules(slots(x)))), (x[:, 0, 0] > 0).long())
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: mil.py
import torch
import torch.nn as nn


class AttentionMIL(nn.Module):
    def __init__(self, d=8, hidden=16):
        super().__init__()
        self.embed = nn.Sequential(nn.Linear(d, hidden), nn.ReLU())
        self.score = nn.Sequential(nn.Linear(hidden, 8), nn.Tanh(), nn.Linear(8, 1))
        self.head = nn.Linear(hidden, 1)

    def forward(self, bags):
        h = self.embed(bags)
        weights = torch.softmax(self.score(h).squeeze(-1), dim=0)  #~ wrong-dimension
        pooled = (weights.unsqueeze(-1) * h).sum(1)
        return self.head(pooled).squeeze(-1), weights
