# file: main.py
import torch
import torch.nn as nn


class Prototypes(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.embed = nn.Linear(6, width)
        self.shift = nn.Parameter(torch.zeros(classes, width))
        self.centre = nn.Parameter(torch.randn(classes, width))

    def forward(self, x):
        return torch.cdist(self.embed(x), self.centre + self.shift)

    def penalty(self):
        # how far every prototype was moved from where it started
        return torch.sqrt((self.shift**2).sum(1)).sum()  #~ nan-gradient|nan-value


def main():
    torch.manual_seed(0)
    model = Prototypes(3, 4)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    x, y = torch.randn(24, 6), torch.randint(3, (24,))
    for _ in range(4):
        distances = model(x)
        loss = nn.functional.cross_entropy(-distances, y) + 0.1 * model.penalty()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.4f}")


main()
# file: quiet.py
import torch
import torch.nn as nn


class Prototypes(nn.Module):
    def __init__(self, classes, width):
        super().__init__()
        self.embed = nn.Linear(6, width)
        self.shift = nn.Parameter(torch.zeros(classes, width))
        self.centre = nn.Parameter(torch.randn(classes, width))

    def forward(self, x):
        return torch.cdist(self.embed(x), self.centre + self.shift)

    def penalty(self):
        # how far every prototype was moved from where it started
        return self.shift.norm(dim=1).sum()


def main():
    torch.manual_seed(0)
    model = Prototypes(3, 4)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    x, y = torch.randn(24, 6), torch.randint(3, (24,))
    for _ in range(4):
        distances = model(x)
        loss = nn.functional.cross_entropy(-distances, y) + 0.1 * model.penalty()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.4f}")


main()
