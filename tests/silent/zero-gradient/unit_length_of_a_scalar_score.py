# file: main.py
import torch
import torch.nn.functional as F

from ranker import Ranker


def pairs(n):
    a, b = torch.randn(n, 5), torch.randn(n, 5)
    return a, b, (a.sum(1) > b.sum(1)).float() * 2 - 1


def main():
    torch.manual_seed(0)
    model = Ranker()
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(8):
        a, b, sign = pairs(32)
        loss = F.softplus(-sign * (model(a) - model(b))).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: ranker.py
import torch.nn as nn
import torch.nn.functional as F


class Ranker(nn.Module):
    def __init__(self, n_in=5, hidden=12):
        super().__init__()
        self.embed, self.score = nn.Linear(n_in, hidden), nn.Linear(hidden, 1)
        self.scale = nn.Linear(1, 1)

    def forward(self, x):
        h = F.normalize(self.embed(x), dim=-1)  #! decoy
        s = F.normalize(self.score(h), dim=-1)  #~ zero-gradient|multiplied-by-zero|zero-derivative
        return self.scale(s).squeeze(-1)
