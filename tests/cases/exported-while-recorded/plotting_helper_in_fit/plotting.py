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
