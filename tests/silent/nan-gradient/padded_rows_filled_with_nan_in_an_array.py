# file: main.py
import torch
from torch import nn

from walks import load


class Pace(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(2, 12)
        self.head = nn.Linear(12, 1)

    def forward(self, points):
        return self.head(torch.relu(self.embed(points)))[..., 0]  #! decoy


def main(epochs=4):
    torch.manual_seed(0)
    points, speed, there = load(24)
    model = Pace()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(epochs):
        error = model(points) - speed  #~ nan-gradient
        loss = error[there].square().mean()  #! decoy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
# file: walks.py
import numpy as np
import torch


def load(walks, longest=9):
    made = np.random.default_rng(3)
    track = np.full((walks, longest, 2), fill_value=float("nan"))  #~ nan-gradient
    speed = np.ones((walks, longest), dtype=np.float32)
    there = np.zeros((walks, longest), dtype=bool)
    for walk, length in enumerate(made.integers(4, longest, size=walks)):
        track[walk, :length] = made.normal(size=(length, 2))
        there[walk, :length] = True
    points = torch.from_numpy(track.astype(np.float32))  #! decoy
    return points, torch.from_numpy(speed), torch.from_numpy(there)
# file: quiet.py
import torch

from main import Pace
from walks import load


def main(epochs=4):
    torch.manual_seed(0)
    points, speed, there = load(24)
    model = Pace()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(epochs):
        loss = (model(points[there]) - speed[there]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
