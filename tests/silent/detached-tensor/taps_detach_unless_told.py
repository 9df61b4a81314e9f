# file: main.py
import torch
import torch.nn.functional as F

from nets import Critic, Painter
from matching import FeatureMatching


def main():
    torch.manual_seed(0)
    painter, critic = Painter(), Critic()
    matching = FeatureMatching(critic)
    opt = torch.optim.Adam(painter.parameters(), lr=2e-3)
    for step in range(10):
        real = torch.rand(6, 1, 12, 12)
        fake = painter(torch.randn(6, 8))
        loss = matching(fake, real) + 0.1 * F.l1_loss(fake.mean(), real.mean())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F

from nets import Critic, Painter
from matching import FeatureMatching
from taps import Taps

torch.manual_seed(0)
painter, critic = Painter(), Critic()
matching = FeatureMatching(critic)
matching.taps.close()
matching.taps = Taps(critic.stages, keep_graph=True)
watched = Taps(painter.stages)
opt = torch.optim.Adam(painter.parameters(), lr=2e-3)
for step in range(10):
    real = torch.rand(6, 1, 12, 12)
    fake = painter(torch.randn(6, 8))
    loss = matching(fake, real) + 0.1 * F.l1_loss(fake.mean(), real.mean())
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4), [round(h.mean().item(), 3) for h in watched.seen()])
# file: taps.py
class Tap:
    def __init__(self, stage, keep_graph):
        self.keep_graph = keep_graph
        self.value = None
        self.handle = stage.register_forward_hook(self)

    def __call__(self, stage, given, result):
        self.value = result if self.keep_graph else result.detach()  #! decoy


class Taps:
    """The outputs of some stages, for looking at them; with their history where somebody asks for it."""

    def __init__(self, stages, keep_graph=False):
        self.taps = [Tap(stage, keep_graph) for stage in stages]  #! decoy

    def seen(self):
        return [tap.value for tap in self.taps]

    def close(self):
        for tap in self.taps:
            tap.handle.remove()
# file: matching.py
import torch.nn.functional as F

from taps import Taps


class FeatureMatching:
    def __init__(self, critic):
        self.critic = critic.requires_grad_(False)
        self.taps = Taps(critic.stages)  #~ detached-tensor

    def features(self, image):
        self.critic(image)
        return self.taps.seen()

    def __call__(self, fake, real):
        wanted = self.features(real)
        return sum(F.l1_loss(a, b) for a, b in zip(self.features(fake), wanted))
# file: nets.py
import torch.nn as nn


class Painter(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleList([nn.Linear(8, 72), nn.ConvTranspose2d(2, 1, 2, stride=2)])

    def forward(self, z):
        h = self.stages[0](z).relu().view(-1, 2, 6, 6)
        return self.stages[1](h).sigmoid()


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = nn.ModuleList([nn.Conv2d(1, 4, 3, padding=1), nn.Conv2d(4, 8, 3, stride=2, padding=1)])

    def forward(self, image):
        for stage in self.stages:
            image = stage(image).relu()
        return image.mean((1, 2, 3))
