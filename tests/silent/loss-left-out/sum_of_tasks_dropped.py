# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


class Tasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.kind, self.size, self.age = nn.Linear(8, 3), nn.Linear(8, 1), nn.Linear(8, 1)

    def loss(self, x, kind, size, age):
        h = torch.relu(self.body(x))
        terms = [F.l1_loss(self.size(h), size), F.l1_loss(self.age(h), age)]
        total = F.cross_entropy(self.kind(h), kind)
        for term in terms:
            total.add(0.5 * term)  #~ loss-left-out
        return total, [term.item() for term in terms]


def main():
    torch.manual_seed(0)
    model = Tasks()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(6):
        x = torch.randn(16, 4)
        loss, parts = model.loss(x, x[:, :3].argmax(1), x[:, :1], x[:, 1:2])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(parts)


main()
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


class Tasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.kind, self.size, self.age = nn.Linear(8, 3), nn.Linear(8, 1), nn.Linear(8, 1)

    def loss(self, x, kind, size, age):
        h = torch.relu(self.body(x))
        terms = [F.l1_loss(self.size(h), size), F.l1_loss(self.age(h), age)]
        total = F.cross_entropy(self.kind(h), kind)
        for term in terms:
            total = total.add(0.5 * term)
        return total, [term.item() for term in terms]


def main():
    torch.manual_seed(0)
    model = Tasks()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(6):
        x = torch.randn(16, 4)
        loss, parts = model.loss(x, x[:, :3].argmax(1), x[:, :1], x[:, 1:2])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(parts)


main()
