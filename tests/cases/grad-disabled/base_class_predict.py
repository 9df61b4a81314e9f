# file: main.py
import torch

from models.classifier import TinyClassifier


def main():
    torch.manual_seed(0)
    x = torch.randn(48, 6)
    y = (x[:, 0] * x[:, 1] > 0).long()  #! decoy
    model = TinyClassifier(6, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(3):
        model.train()
        for xb, yb in zip(x.split(16), y.split(16)):
            loss = model.training_loss(xb, yb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():  #! decoy
            print(epoch, (model.predict_proba(x).argmax(dim=1) == y).float().mean().item())


if __name__ == "__main__":
    main()
# file: models/__init__.py
# file: models/base.py
import torch
import torch.nn as nn


class ProbabilisticModel(nn.Module):
    """What all our models share; a subclass implements `forward`."""

    @torch.no_grad()  #~ grad-disabled
    def predict_proba(self, x):
        return torch.softmax(self(x), dim=-1)

    @torch.no_grad()  #! decoy
    def count(self):
        return sum(p.numel() for p in self.parameters())
# file: models/classifier.py
import torch.nn as nn
import torch.nn.functional as F

from .base import ProbabilisticModel


class TinyClassifier(ProbabilisticModel):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 10), nn.ReLU(), nn.Linear(10, n_out))
        print("parameters", self.count())

    def forward(self, x):
        return self.net(x)

    def training_loss(self, x, y, eps=1e-8):
        proba = self.predict_proba(x)  #~ grad-disabled
        return F.nll_loss((proba + eps).log(), y)
