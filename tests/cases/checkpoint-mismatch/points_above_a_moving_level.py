# file: main.py
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

from cloud import Salient


def clouds(count):
    generator = torch.Generator().manual_seed(8)
    for _ in range(count):
        points = torch.randn(48, 3, generator=generator)
        yield points, points.norm(dim=1).mean()


torch.manual_seed(0)
first, stage, out = nn.Linear(3, 12), Salient(12), nn.Linear(12, 1)
parameters = [p for part in (first, stage, out) for p in part.parameters()]
optimizer = torch.optim.SGD(parameters, lr=1e-2)
for points, size in clouds(5):
    pooled = checkpoint(stage.pool, torch.tanh(first(points)), use_reentrant=False)
    loss = (out(pooled) - size).square().sum()
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
    print(loss.item())
# file: cloud.py
import torch
from torch import nn


class Salient(nn.Module):
    """Only the points that score above a level, which follows the scores, are looked at."""

    def __init__(self, width):
        super().__init__()
        self.score, self.mix = nn.Linear(width, 1), nn.Linear(width, width)
        self.register_buffer("level", torch.tensor(-0.5))
        self.register_buffer("clouds", torch.tensor(0))

    def pool(self, features):
        score = self.score(features).squeeze(-1)
        kept = features[score > self.level]  #! decoy
        self.follow(score.detach())
        return torch.relu(self.mix(kept)).mean(dim=0)

    def follow(self, score):
        self.clouds += 1  #! decoy
        self.level.lerp_(score.median(), 0.5)  #~ checkpoint-mismatch
