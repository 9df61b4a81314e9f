# file: main.py
import torch
import torch.nn as nn


class Terrain(nn.Module):
    """Heights of a grid from a few pegs; they are looked at often, so the grid is kept."""

    def __init__(self, pegs):
        super().__init__()
        self.pegs = nn.Parameter(torch.zeros(pegs))
        self._grid = None

    def grid(self):
        if self._grid is None:
            x = torch.linspace(0, 1, 32)[:, None]
            weights = torch.softmax(-((x - torch.linspace(0, 1, len(self.pegs))) ** 2) / 0.02, dim=-1)
            self._grid = weights @ self.pegs  #! decoy
        return self._grid

    def moved(self):
        self._grid = None


@torch.no_grad()  #~ grad-disabled
def surface(terrain):
    return terrain.grid()


def main():
    torch.manual_seed(0)
    terrain = Terrain(6)
    measured = torch.sin(torch.linspace(0, 3, 32))
    optimizer = torch.optim.SGD(terrain.parameters(), lr=0.1)
    for step in range(3):
        heights = surface(terrain)  #~ grad-disabled
        slope = heights[1:] - heights[:-1]
        loss = (heights - measured).square().mean() + 0.1 * slope.square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        terrain.moved()
        print(step, loss.item())


if __name__ == "__main__":
    main()
