# file: main.py
import torch

from cascade import Cascade


def main():
    torch.manual_seed(0)
    cascade = Cascade()
    optimizer = torch.optim.Adam(cascade.parameters(), lr=1e-3)
    for number in range(4):
        tone = torch.randn(6, 9)
        loss = (cascade(tone) - tone.cumsum(1)).square().mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(number, loss.item())


if __name__ == "__main__":
    main()
# file: cascade.py
import torch
from torch import nn

from stage import Stage


class Cascade(nn.Module):
    def __init__(self):
        super().__init__()
        self.slow, self.fast = Stage(), Stage()

    def forward(self, tone):
        self.slow.rest()  #~ backward-twice
        heard = []
        for sample in tone.unbind(1):
            held = self.slow(sample)
            heard.append(self.fast(held))
        return torch.stack(heard, dim=1)
# file: stage.py
import torch
from torch import nn


class Stage(nn.Module):
    def __init__(self):
        super().__init__()
        self.leak, self.gain = nn.Parameter(torch.tensor(0.5)), nn.Parameter(torch.tensor(1.0))
        self.charge = None

    def rest(self):
        self.charge = None

    def forward(self, sample):
        before = torch.zeros_like(sample) if self.charge is None else self.charge
        self.charge = torch.tanh(torch.sigmoid(self.leak) * before + self.gain * sample)  #! decoy
        return self.charge
