# file: main.py
import torch
import torch.nn.functional as F

from window import LocalAttention


class Model(torch.nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.embed = torch.nn.Embedding(9, dim)
        self.attend = LocalAttention(dim)
        self.out = torch.nn.Linear(dim, 9)

    def forward(self, ids):
        return self.out(self.attend(self.embed(ids)))


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    ids = torch.randint(0, 9, (20, 7))
    target = ids.roll(1, dims=1)
    for _ in range(5):
        loss = F.cross_entropy(model(ids).flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), float(model.attend.radius))  #! decoy


if __name__ == "__main__":
    main()
# file: window.py
import torch
import torch.nn as nn


class LocalAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.radius = nn.Parameter(torch.tensor(2.0))

    def forward(self, x):
        n = x.size(1)
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        distance = (torch.arange(n)[:, None] - torch.arange(n)[None, :]).abs()
        near = distance <= int(self.radius)  #~ left-torch|branch-on-value
        score = (q @ k.transpose(1, 2)).masked_fill(~near, float("-inf"))
        return x + score.softmax(-1) @ v
