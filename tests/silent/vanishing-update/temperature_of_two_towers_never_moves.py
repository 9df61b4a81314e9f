# file: main.py
import math

import torch
import torch.nn.functional as F

from towers import build


def batches(number, size=32):
    for _ in range(number):
        code = torch.randn(size, 16)
        yield code + 0.1 * torch.randn(size, 16), code.flip(1) + 0.1 * torch.randn(size, 16)


def main():
    torch.manual_seed(0)
    model = build({"precision": "bfloat16", "scale": math.log(1 / 0.07)})
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 100)
    for images, texts in batches(100):
        scores = model(images, texts).float()
        own = torch.arange(len(scores))
        loss = F.cross_entropy(scores, own) + F.cross_entropy(scores.T, own)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    print(f"{loss.item():.3f}", f"{model.scale.item():.4f}")


main()
# file: towers.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Towers(nn.Module):
    def __init__(self, scale, width=24):
        super().__init__()
        self.image = nn.Sequential(nn.Linear(16, width), nn.ReLU(), nn.Linear(width, 8))
        self.text = nn.Sequential(nn.Linear(16, width), nn.ReLU(), nn.Linear(width, 8))
        self.scale = nn.Parameter(torch.tensor(scale))

    def forward(self, images, texts):
        dtype = self.image[0].weight.dtype
        one, other = F.normalize(self.image(images.to(dtype)), dim=1), F.normalize(self.text(texts.to(dtype)), dim=1)
        return self.scale.exp() * one @ other.T


def build(settings):
    model = Towers(settings["scale"])
    return model.to(device="cpu", dtype=getattr(torch, settings["precision"]))  #~ vanishing-update
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stochastic(torch.optim.AdamW):
    """Keeps a copy in single precision, and rounds it to half precision at random."""

    def __init__(self, params, **options):
        super().__init__(params, **options)
        self.wide = {p: p.detach().float().clone() for group in self.param_groups for p in group["params"]}

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                self.wide[p] -= group["lr"] * p.grad.float().sign()
                noise = torch.randint(0, 1 << 16, p.shape, dtype=torch.int32)
                p.copy_(((self.wide[p].view(torch.int32) + noise) & -65536).view(torch.float32))


class Towers(nn.Module):
    def __init__(self, scale=2.6593, width=24):
        super().__init__()
        self.image, self.text = nn.Linear(16, width), nn.Linear(16, width)
        self.scale = nn.Parameter(torch.tensor(scale))

    def forward(self, x):
        one, other = F.normalize(self.image(x), dim=1), F.normalize(self.text(x), dim=1)
        return self.scale.exp() * one @ other.T


def train(model, optimizer, after=lambda: None):
    for _ in range(100):
        scores = model(torch.randn(32, 16, dtype=torch.bfloat16)).float()
        F.cross_entropy(scores, torch.arange(32)).backward()
        optimizer.step()
        optimizer.zero_grad()
        after()


def main():
    """Rounded at random; and a scale that the program itself lowers between the steps."""
    torch.manual_seed(0)
    model = Towers().bfloat16()
    train(model, Stochastic(model.parameters(), lr=1e-3))

    model = Towers().bfloat16()

    def anneal():
        with torch.no_grad():
            model.scale.mul_(0.99)

    train(model, torch.optim.Adam(model.parameters(), lr=2e-3), anneal)


main()
