# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from graph import MeanLayer


def graph(gen, n=12):
    x = torch.randn(n, 5, generator=gen)
    edges = torch.randint(0, n - 2, (2, 20), generator=gen)
    return x, edges, (x[:, 0] > 0).long()


def main(steps=4):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    one, two = MeanLayer(5, 16), MeanLayer(16, 2)
    opt = torch.optim.Adam([*one.parameters(), *two.parameters()], lr=1e-2)
    for step in range(steps):
        x, edges, y = graph(gen)
        loss = F.cross_entropy(two(torch.relu(one(x, edges)), edges), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
# file: graph.py
import torch
import torch.nn as nn


class MeanLayer(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.own, self.other = nn.Linear(i, o), nn.Linear(i, o, bias=False)

    def forward(self, x, edges):
        source, target = edges
        h = self.other(x)
        total = torch.zeros_like(h).index_add(0, target, h[source])
        degree = torch.zeros(len(x)).index_add(0, target, torch.ones(len(source))).unsqueeze(1)
        mean = total / degree
        mean = torch.where(degree > 0, mean, torch.zeros_like(mean))
        return self.own(x) + mean
