# file: main.py
import torch

from temperature import Temperature


def main():
    torch.manual_seed(0)
    net = torch.nn.Linear(4, 3)
    temperature = Temperature(start=0.5)
    optimizer = torch.optim.Adam([*net.parameters(), temperature.log_value], lr=0.01)
    for _ in range(4):
        x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
        loss = torch.nn.functional.cross_entropy(temperature.sharpen(net(x)), y)
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()


main()
# file: temperature.py
import math
from dataclasses import dataclass

import torch


@dataclass
class Temperature:
    start: float

    def __post_init__(self):
        self.log_value = torch.tensor(math.log(self.start), requires_grad=True)
        self.value = self.log_value.exp()  #~ backward-twice

    def sharpen(self, logits):
        return logits / self.value  #! decoy
