# file: main.py
import torch
import torch.nn as nn

from siren import Oscillator


def main():
    torch.manual_seed(0)
    left = Oscillator()
    opt = torch.optim.Adam(left.parameters(), lr=1e-2)
    t = torch.linspace(0, 6, 40)
    for step in range(3):
        near, far = left(t), left(t + 6)
        loss = (near - t.sin()).pow(2).mean() + (far - (t + 6).sin()).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item(), int(left.calls))


main()
# file: siren.py
import torch
import torch.nn as nn


class Oscillator(nn.Module):
    """A bank of sinusoids whose phase moves on with every call."""

    def __init__(self, bands=6):
        super().__init__()
        self.freq, self.amp = nn.Parameter(torch.rand(bands)), nn.Parameter(torch.ones(bands))
        self.register_buffer("phase", torch.ones(bands))
        self.register_buffer("calls", torch.zeros((), dtype=torch.long))

    def forward(self, t):
        wave = (self.amp * torch.sin(t[:, None] * self.freq * self.phase)).sum(-1)
        with torch.no_grad():
            self.phase += 0.05  #~ modified-in-place
            self.calls += 1  #! decoy
        return wave
