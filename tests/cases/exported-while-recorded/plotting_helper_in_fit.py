# file: main.py
import torch
import torch.nn as nn

from figures import curve_figure


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    grid = torch.linspace(0, 6, 30).unsqueeze(-1)
    truth = torch.sin(grid).squeeze(-1)
    for step in range(6):
        prediction = model(grid).squeeze(-1)
        loss = (prediction - truth).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        if step % 3 == 2:
            curve_figure(grid, truth, prediction)  #~ exported-while-recorded


if __name__ == "__main__":
    main()
# file: figures.py
from plotting import Axes


def curve_figure(grid, truth, prediction):
    axes = Axes()
    axes.plot(grid.squeeze(-1), truth, "truth")  #! decoy
    axes.plot(grid.squeeze(-1), prediction, "model")  #~ exported-while-recorded
    axes.show()
# file: plotting.py
import numpy as np


class Axes:
    """Enough of a plotting library to draw curves as text."""

    def __init__(self, width=30):
        self.width, self.lines = width, []

    def plot(self, xs, ys, label):
        points = np.column_stack([np.asarray(xs, dtype=float), np.asarray(ys, dtype=float)])  #! decoy
        self.lines.append((label, points))

    def show(self):
        for label, points in self.lines:
            low, high = points[:, 1].min(), points[:, 1].max()
            print(label, "".join(".:-=#"[int(4 * (v - low) / (high - low + 1e-9))] for v in points[:, 1][: self.width]))
