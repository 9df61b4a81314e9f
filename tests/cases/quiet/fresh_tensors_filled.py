import torch
import torch.nn as nn


class PointNet(nn.Module):
    """Scatters point features to a grid and reads the grid."""

    def __init__(self, cells=5):
        super().__init__()
        self.cells = cells
        self.lift = nn.Linear(2, 8)
        self.read = nn.Linear(8 * cells, 1)

    def forward(self, points):
        h = self.lift(points)
        h += 0.01 * torch.randn_like(h)
        h = torch.relu_(h)
        cell = (points[..., 0] * self.cells).long().clamp_(0, self.cells - 1)
        grid = torch.zeros(points.size(0), self.cells, 8)
        grid.scatter_add_(1, cell.unsqueeze(-1).expand_as(h), h)
        counts = torch.ones(points.size(0), self.cells)
        counts.scatter_add_(1, cell, torch.ones(cell.shape))
        grid /= counts.unsqueeze(-1)
        return self.read(grid.flatten(1)).squeeze(-1)


def main():
    torch.manual_seed(0)
    model = PointNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        points = torch.rand(4, 9, 2)
        outputs = torch.empty(2, 4)
        for i in range(2):
            outputs[i] = model(points)
        loss = torch.zeros(())
        for row in range(2):
            loss += (outputs[row] - points[..., 1].sum(1)).pow(2).mean()
        loss *= 0.5
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for p in model.parameters():
                p.clamp_(-2, 2)
        print(step, loss.item())


if __name__ == "__main__":
    main()
