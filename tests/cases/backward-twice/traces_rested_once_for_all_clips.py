# file: main.py
import torch
import torch.nn.functional as F

from echo import Echo


def clips(count):
    for _ in range(count):
        clip = torch.randn(6, 4, 3)
        yield clip, (clip.cumsum(1)[:, -1] > 0).float()


def rest(echo):
    """Back to silence."""
    for part in (echo.ear, echo.brain):
        part.silence()


def main():
    torch.manual_seed(0)
    echo = Echo()
    optimizer = torch.optim.Adam(echo.parameters(), lr=1e-2)
    echo.train()
    rest(echo)  #~ backward-twice
    for number, (clip, label) in enumerate(clips(3)):
        scores = echo(clip)
        loss = F.binary_cross_entropy_with_logits(scores, label)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(number, loss.item())


if __name__ == "__main__":
    main()
# file: echo.py
import torch
from torch import nn


class Trace(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.level = None

    def silence(self):
        self.level = None

    def forward(self, sound):
        if self.level is None:
            self.level = torch.zeros_like(sound)
        self.level = 0.8 * self.level + self.gain * sound  #! decoy
        return torch.tanh(self.level)


class Echo(nn.Module):
    def __init__(self):
        super().__init__()
        self.ear, self.mix, self.brain = Trace(3), nn.Linear(3, 3), Trace(3)

    def forward(self, clip):
        for at in range(clip.size(1)):
            heard = self.brain(self.mix(self.ear(clip[:, at])))
        return heard
