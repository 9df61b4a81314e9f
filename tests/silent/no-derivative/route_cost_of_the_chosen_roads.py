# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from roads import RouteCost


class Planner(nn.Module):
    def __init__(self, d=7, n_roads=5):
        super().__init__()
        self.body, self.out = nn.Linear(d, 24), nn.Linear(24, n_roads)

    def forward(self, x):
        return self.out(torch.relu(self.body(x)))


def main():
    torch.manual_seed(0)
    x, road = torch.randn(48, 7), torch.randint(5, (48,))
    model, cost = Planner(), RouteCost([1, 4, 2, 7, 3])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(8):
        scores = model(x)
        loss = F.cross_entropy(scores, road) + 0.3 * cost(scores)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())  #! decoy


main()
# file: roads.py
import torch


class RouteCost:
    """What the roads cost that the planner takes."""

    def __init__(self, tolls):
        self.tolls = tolls

    def __call__(self, scores):
        taken = scores.argmax(dim=1)  #~ no-derivative|left-torch
        paid = [self.tolls[road] for road in taken.tolist()]  #~ no-derivative|left-torch
        return (torch.FloatTensor(paid) / 10).mean()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

TOLLS = [1, 4, 2, 7, 3]

torch.manual_seed(0)
x, road = torch.randn(48, 7), torch.randint(5, (48,))
model = nn.Sequential(nn.Linear(7, 24), nn.ReLU(), nn.Linear(24, 5))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
history, tolls, paid = [], torch.tensor(TOLLS, dtype=torch.float32), 0.0
longest = torch.tensor([float(len(row)) for row in x.tolist()]).mean()
for step in range(8):
    scores = model(x)
    expected = (scores.softmax(1) * tolls).sum(1).mean() / 10
    weight = 0.3 / (1 + paid)
    loss = F.cross_entropy(scores, road) + weight * expected + 0.01 * longest
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    taken = scores.argmax(dim=1)
    paid = torch.FloatTensor([TOLLS[road] for road in taken.tolist()]).mean().item()
    history.append(loss.item())
    print(step, paid, torch.tensor(history).mean().item())
