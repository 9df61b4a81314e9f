# file: main.py
import torch
import torch.nn as nn

from style import Features, Losses


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.shape, self.colour = nn.Conv2d(1, 3, 3, padding=1), nn.Conv2d(3, 1, 1)

    def forward(self, x):
        return self.colour(torch.relu(self.shape(x)))


def main():
    torch.manual_seed(0)
    net, losses = Net(), Losses(Features().requires_grad_(False))
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        content, style = torch.rand(2, 1, 8, 8), torch.rand(2, 1, 8, 8)
        keep, paint = losses(net(content), content, style)
        opt.zero_grad()
        keep.backward()  #~ backward-twice
        paint.backward()  #~ backward-twice
        opt.step()
        print(step, keep.item(), paint.item())


main()
# file: style.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Features(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1))


def gram(f):
    f = f.flatten(2)
    return f @ f.transpose(1, 2) / f.shape[-1]


class Losses:
    def __init__(self, features):
        self.features = features

    def __call__(self, made, content, style):
        f = self.features(made)
        with torch.no_grad():  #! decoy
            fc, fs = self.features(content), self.features(style)
        keep = F.mse_loss(f, fc)
        paint = F.mse_loss(gram(f), gram(fs)) + 0.1 * keep
        return keep, paint
