# file: main.py
import torch
from torch import nn

from meter import Meter


def main():
    torch.manual_seed(0)
    meter = Meter(rooms=6)
    optimizer = torch.optim.Adam(meter.parameters(), lr=1e-2)
    for day in range(2):
        meter.start()
        for hour in range(4):
            use = torch.rand(6, 5, 2)
            loss = nn.functional.mse_loss(meter(use), use.sum(2, keepdim=True))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


main()
# file: meter.py
import torch
from torch import nn


class Meter(nn.Module):
    def __init__(self, rooms, width=12):
        super().__init__()
        self.cells, self.say = nn.LSTM(2, width, batch_first=True), nn.Linear(width, 1)
        self.rooms, self.width = rooms, width
        self.start()

    def start(self):
        self.h = torch.zeros(1, self.rooms, self.width)  #! decoy
        self.c = torch.zeros(1, self.rooms, self.width)  #! decoy

    def forward(self, use):
        out, state = self.cells(use, (self.h, self.c))
        self.h, self.c = state  #~ backward-twice
        return self.say(out)
