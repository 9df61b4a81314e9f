# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class AutoDecoder(nn.Module):
    def __init__(self, shapes, dim=4):
        super().__init__()
        self.codes = {i: torch.nn.Parameter(torch.randn(dim) * 0.1) for i in range(shapes)}  #~ unregistered-module|not-in-optimizer
        self.net = nn.Sequential(nn.Linear(dim + 2, 24), nn.ReLU(), nn.Linear(24, 1))

    def forward(self, i, points):
        code = self.codes[i].expand(len(points), -1)
        return self.net(torch.cat([code, points], 1)).squeeze(1)


def distance(points, radius):
    return points.norm(dim=1) - radius


def main():
    torch.manual_seed(0)
    radii = [0.3, 0.6, 0.9]
    model = AutoDecoder(len(radii))
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(3):
        for i, radius in enumerate(radii):
            points = torch.rand(32, 2) * 2 - 1
            loss = F.l1_loss(model(i, points), distance(points, radius)) + 1e-3 * model.codes[i].norm()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class AutoDecoder(nn.Module):
    def __init__(self, shapes, dim=4):
        super().__init__()
        self.codes = nn.ParameterList(torch.randn(dim) * 0.1 for _ in range(shapes))
        self.net = nn.Sequential(nn.Linear(dim + 2, 24), nn.ReLU(), nn.Linear(24, 1))

    def forward(self, i, points):
        code = self.codes[i].expand(len(points), -1)
        return self.net(torch.cat([code, points], 1)).squeeze(1)


def distance(points, radius):
    return points.norm(dim=1) - radius


def main():
    torch.manual_seed(0)
    radii = [0.3, 0.6, 0.9]
    model = AutoDecoder(len(radii))
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for epoch in range(3):
        for i, radius in enumerate(radii):
            points = torch.rand(32, 2) * 2 - 1
            loss = F.l1_loss(model(i, points), distance(points, radius)) + 1e-3 * model.codes[i].norm()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(epoch, loss.item())


main()
