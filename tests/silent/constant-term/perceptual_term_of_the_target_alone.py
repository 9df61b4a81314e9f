# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv1d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv1d(4, 8, 3, padding=1))
        self.requires_grad_(False)

    def forward(self, x):
        return self.layers(x)


class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = Features()

    def forward(self, output, target):
        ours = self.features(target)
        theirs = self.features(target.flip(0))
        return (ours - theirs).pow(2).mean()  #~ constant-term


def main():
    torch.manual_seed(0)
    net, perceptual = nn.Conv1d(1, 1, 5, padding=2), Perceptual()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(6):
        target = torch.randn(8, 1, 16)
        output = net(target + 0.1 * torch.randn_like(target))
        loss = F.l1_loss(output, target) + 0.2 * perceptual(output, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv1d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv1d(4, 8, 3, padding=1))
        self.requires_grad_(False)

    def forward(self, x):
        return self.layers(x)


class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = Features()

    def forward(self, output, target):
        ours = self.features(output)
        theirs = self.features(target.flip(0))
        return (ours - theirs).pow(2).mean()


def main():
    torch.manual_seed(0)
    net, perceptual = nn.Conv1d(1, 1, 5, padding=2), Perceptual()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(6):
        target = torch.randn(8, 1, 16)
        output = net(target + 0.1 * torch.randn_like(target))
        loss = F.l1_loss(output, target) + 0.2 * perceptual(output, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
