# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from backbone import load_pretrained


def set_up(classes):
    model = load_pretrained()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)  #~ stale-optimizer
    model.head = nn.Linear(model.head.in_features, classes)  #~ stale-optimizer
    return model, optimizer


def fine_tune(model, optimizer, x, y):
    for _ in range(6):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")


torch.manual_seed(0)
model, optimizer = set_up(4)
fine_tune(model, optimizer, torch.randn(24, 10), torch.randint(4, (24,)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from backbone import load_pretrained


def set_up(classes):
    model = load_pretrained()
    model.head = nn.Linear(model.head.in_features, classes)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    return model, optimizer


def fine_tune(model, optimizer, x, y):
    for _ in range(6):
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")


torch.manual_seed(0)
model, optimizer = set_up(4)
fine_tune(model, optimizer, torch.randn(24, 10), torch.randint(4, (24,)))
# file: backbone.py
import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU())
        self.head = nn.Linear(16, 100)

    def forward(self, x):
        return self.head(self.features(x))


def load_pretrained():
    return Backbone()
