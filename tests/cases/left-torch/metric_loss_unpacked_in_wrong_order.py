# file: main.py
import torch
import torch.nn as nn

from losses.registry import create
from trainer import train_epoch


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 4))
    criterion = create("weight", margin=0.3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    data = [(torch.randn(8, 6), torch.arange(8) % 3) for _ in range(3)]
    print(train_epoch(model, criterion, optimizer, data))


if __name__ == "__main__":
    main()
# file: losses/__init__.py
# file: losses/registry.py
from losses.weighted import WeightLoss

_FACTORY = {"weight": WeightLoss}


def create(name, **kwargs):
    return _FACTORY[name](**kwargs)
# file: losses/weighted.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class WeightLoss(nn.Module):
    def __init__(self, margin):
        super().__init__()
        self.margin = margin

    def forward(self, embeddings, labels):
        z = F.normalize(embeddings, dim=1)
        sim = z @ z.t()
        same = labels[:, None] == labels[None]
        off = ~torch.eye(len(z), dtype=torch.bool)
        pos, neg = sim[same & off], sim[~same]
        loss = F.softplus(self.margin - pos).mean() + F.softplus(neg - self.margin).mean()
        mean_pos = pos.mean().item()  #~ left-torch
        mean_neg = neg.mean().item()  #! decoy
        precision = float((pos.min() > neg).float().mean())  #! decoy
        return mean_pos, mean_neg, precision, loss  #~ left-torch
# file: trainer.py
class Meter:
    def __init__(self):
        self.total, self.n = 0.0, 0

    def update(self, value):
        self.total, self.n = self.total + value, self.n + 1

    @property
    def average(self):
        return self.total / max(self.n, 1)


def train_epoch(model, criterion, optimizer, data):
    meters = {"precision": Meter(), "pos": Meter(), "neg": Meter()}
    for x, labels in data:
        loss, precision, pos, neg = criterion(model(x), labels)  #~ left-torch
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        for name, value in (("precision", precision), ("pos", pos), ("neg", neg)):
            meters[name].update(value)
    return {name: meter.average for name, meter in meters.items()}
