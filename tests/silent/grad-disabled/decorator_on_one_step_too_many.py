# file: main.py
import torch
from torch import nn

from steps import Resample, crop, normalise


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.resample = Resample(12)
        self.head = nn.Linear(12, 3)

    def forward(self, wave):
        return self.head(self.resample.warp(normalise(crop(wave))))


def train(steps=6):
    torch.manual_seed(0)
    model = Classifier()
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(steps):
        wave, kind = torch.randn(8, 20), torch.randint(3, (8,))
        loss = nn.functional.cross_entropy(model(wave), kind)
        opt.zero_grad()
        loss.backward()
        opt.step()


if __name__ == "__main__":
    train()
# file: steps.py
import functools

import torch
from torch import nn


def preparing(check):
    def decorate(step):
        @functools.wraps(step)
        def run(*args):
            with torch.no_grad():  #! decoy
                out = step(*args)
            assert not check or out.isfinite().all()
            return out

        return run

    return decorate


@preparing(check=False)
def crop(wave):
    return wave[:, 4:16]


@preparing(check=True)
def normalise(wave):
    return wave / wave.abs().amax(1, keepdim=True)


class Resample(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.shift = nn.Parameter(torch.zeros(length))
        self.gain = nn.Parameter(torch.ones(length))

    @preparing(check=True)  #~ grad-disabled
    def warp(self, wave):
        return torch.sin(wave + self.shift) * self.gain
# file: quiet.py
import torch

from main import train
from steps import Resample


def warp(self, wave):
    return torch.sin(wave + self.shift) * self.gain


Resample.warp = warp
train()
