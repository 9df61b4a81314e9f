# file: quiet.py
import itertools

import torch
import torch.nn as nn
import torch.nn.functional as F


def assign(cost):
    """The cheapest assignment, by trying all of them on the values alone."""
    cost = cost.detach().cpu().numpy()
    best = min(itertools.permutations(range(cost.shape[0])), key=lambda p: sum(cost[i, j] for i, j in enumerate(p)))
    return torch.as_tensor(best)


class Detector(nn.Module):
    def __init__(self, slots=3):
        super().__init__()
        self.queries = nn.Parameter(torch.randn(slots, 12))
        self.feature = nn.Linear(10, 12)
        self.box, self.label = nn.Linear(12, 4), nn.Linear(12, 3)

    def forward(self, x):
        h = torch.relu(self.feature(x).unsqueeze(1) + self.queries)
        return self.box(h).sigmoid(), self.label(h)


def set_loss(boxes, logits, truth, labels):
    total = 0.0
    for b, l, t, y in zip(boxes, logits, truth, labels):
        with torch.no_grad():
            cost = torch.cdist(b, t, p=1) - l.softmax(-1)[:, y]
            index = assign(cost)
        total = total + F.l1_loss(b, t[index]) + F.cross_entropy(l, y[index])
    return total / len(boxes)


def main():
    torch.manual_seed(0)
    model = Detector()
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    x, truth, labels = torch.randn(8, 10), torch.rand(8, 3, 4), torch.randint(0, 3, (8, 3))
    for _ in range(5):
        loss = set_loss(*model(x), truth, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
