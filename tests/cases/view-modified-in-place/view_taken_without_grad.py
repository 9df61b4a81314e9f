import torch
import torch.nn as nn


class Board:
    """A canvas of patches; `window` hands out the part to be painted next."""

    def __init__(self, size):
        self.canvas = torch.zeros(size, size)

    @torch.no_grad()
    def window(self, row, column, size):
        return self.canvas[row:row + size, column:column + size]  #~ view-modified-in-place


class Brush(nn.Module):
    def __init__(self, latent=3, size=4):
        super().__init__()
        self.size = size
        self.net = nn.Sequential(nn.Linear(latent, 16), nn.ReLU(inplace=True), nn.Linear(16, size * size))  #! decoy

    def forward(self, z):
        return torch.sigmoid(self.net(z)).view(self.size, self.size)


def main():
    torch.manual_seed(0)
    brush = Brush()
    optimizer = torch.optim.Adam(brush.parameters(), lr=1e-2)
    target = torch.rand(8, 8)
    target.mul_(0.5)  #! decoy
    for step in range(3):
        board = Board(8)
        for row in (0, 4):
            for column in (0, 4):
                patch = board.window(row, column, 4)  #~ view-modified-in-place
                patch += brush(torch.randn(3))  #~ view-modified-in-place
        loss = (board.canvas - target).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
