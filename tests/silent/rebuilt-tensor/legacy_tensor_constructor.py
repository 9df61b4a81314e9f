# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Rotation(nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = nn.Parameter(torch.tensor(0.3))

    def matrix(self):
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        return torch.Tensor([[c, -s], [s, c]])  #~ rebuilt-tensor

    def forward(self, points):
        return points @ self.matrix().T


class Aligner(nn.Module):
    def __init__(self):
        super().__init__()
        self.rotation = Rotation()
        self.shift = nn.Parameter(torch.zeros(2))

    def forward(self, points):
        return self.rotation(points) + self.shift


def main():
    torch.manual_seed(0)
    points = torch.randn(30, 2)
    target = points.flip(1) + 1.0
    model = Aligner()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(9):
        optimizer.zero_grad()
        loss = F.mse_loss(model(points), target)
        loss.backward()
        optimizer.step()
    print(loss.item(), model.rotation.angle.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Rotation(nn.Module):
    def __init__(self):
        super().__init__()
        self.angle = nn.Parameter(torch.tensor(0.3))

    def matrix(self):
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        return torch.stack([torch.stack([c, -s]), torch.stack([s, c])])

    def forward(self, points):
        return points @ self.matrix().T


class Aligner(nn.Module):
    def __init__(self):
        super().__init__()
        self.rotation = Rotation()
        self.shift = nn.Parameter(torch.zeros(2))

    def forward(self, points):
        return self.rotation(points) + self.shift


def main():
    torch.manual_seed(0)
    points = torch.randn(30, 2)
    target = points.flip(1) + 1.0
    model = Aligner()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(9):
        optimizer.zero_grad()
        loss = F.mse_loss(model(points), target)
        loss.backward()
        optimizer.step()
    print(loss.item(), model.rotation.angle.item())


main()
