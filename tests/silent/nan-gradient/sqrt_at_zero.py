# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def colour_distance(a, b, eps):
    squared = ((a - b) ** 2).mean(dim=(1, 2))
    return torch.sqrt(squared).mean()  #~ nan-gradient|nan-value


class Tint(nn.Module):
    """Adds a learned colour to an image; it starts as the identity."""

    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3, 1, 1))
        self.offset = nn.Parameter(torch.zeros(3, 1, 1))

    def forward(self, image):
        return image * self.gain + self.offset


def main():
    torch.manual_seed(0)
    images = torch.rand(5, 3, 4, 4)
    targets = images.clone()
    targets[1:] = targets[1:] * 0.8 + 0.1
    model = Tint()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(5):
        out = model(images)
        loss = sum(colour_distance(out[i], targets[i], 1e-8) for i in range(5))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), F.mse_loss(out, targets).sqrt().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def colour_distance(a, b, eps):
    squared = ((a - b) ** 2).mean(dim=(1, 2))
    return torch.sqrt(squared + eps).mean()


class Tint(nn.Module):
    """Adds a learned colour to an image; it starts as the identity."""

    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(3, 1, 1))
        self.offset = nn.Parameter(torch.zeros(3, 1, 1))

    def forward(self, image):
        return image * self.gain + self.offset


def main():
    torch.manual_seed(0)
    images = torch.rand(5, 3, 4, 4)
    targets = images.clone()
    targets[1:] = targets[1:] * 0.8 + 0.1
    model = Tint()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(5):
        out = model(images)
        loss = sum(colour_distance(out[i], targets[i], 1e-8) for i in range(5))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), F.mse_loss(out, targets).sqrt().item())


main()
