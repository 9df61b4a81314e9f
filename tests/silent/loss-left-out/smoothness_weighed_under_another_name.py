# file: main.py
import torch

from flow import FlowNet, TermTable
from settings import Settings


def train(settings):
    torch.manual_seed(0)
    net = FlowNet()
    table = TermTable(settings.weights)
    optimizer = torch.optim.Adam(net.parameters(), lr=settings.lr)
    for step in range(settings.steps):
        frames = torch.randn(16, 12)
        loss, terms = table(net(frames), frames)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, {name: round(float(term), 3) for name, term in terms.items()})  #! decoy


if __name__ == "__main__":
    train(Settings())
# file: settings.py
from dataclasses import dataclass, field


@dataclass
class Settings:
    lr: float = 3e-3
    steps: int = 6
    weights: dict = field(default_factory=lambda: {
        "photometric": 1.0,
        "smoothnes": 0.1,  #~ loss-left-out
    })
# file: flow.py
import torch
import torch.nn as nn


class FlowNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(12, 24), nn.ReLU())
        self.image, self.slope = nn.Linear(24, 12), nn.Linear(24, 11)

    def forward(self, frames):
        h = self.body(frames)
        return self.image(h), self.slope(h)


class TermTable:
    def __init__(self, weights):
        self.weights = weights

    def __call__(self, outputs, frames):
        image, slope = outputs
        terms = {}
        terms["photometric"] = (image - frames).abs().mean()
        terms["smoothness"] = (slope - frames.diff(dim=1)).square().mean()  #~ loss-left-out
        total = 0.0
        for name, term in terms.items():
            if name not in self.weights:
                continue
            total = total + self.weights[name] * term  #! decoy
        return total, terms
# file: quiet.py
import torch

from flow import FlowNet, TermTable

torch.manual_seed(0)
net, table = FlowNet(), TermTable({"photometric": 1.0, "smoothness": 0.1})
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
for step in range(6):
    frames = torch.randn(16, 12)
    loss, terms = table(net(frames), frames)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, {name: round(float(term), 3) for name, term in terms.items()})
