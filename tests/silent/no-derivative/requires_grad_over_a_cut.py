# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1))

    def forward(self, x):
        return torch.sigmoid(self.net(x))


def dice(prediction, mask):
    hard = (prediction > 0.5).float()  #~ no-derivative
    overlap = (hard * mask).sum()
    return 1 - 2 * overlap / (hard.sum() + mask.sum() + 1e-6)


def train(model, images, masks):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        optimizer.zero_grad()
        loss = dice(model(images), masks)
        loss.requires_grad_(True)  #~ requires-grad-misuse|no-derivative
        loss.backward()
        optimizer.step()
        print(loss.item())


torch.manual_seed(0)
images = torch.rand(3, 1, 8, 8)
train(Segmenter(), images, (images > 0.5).float())
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 1, 1))

    def forward(self, x):
        return torch.sigmoid(self.net(x))


def dice(prediction, mask):
    hard = prediction
    overlap = (hard * mask).sum()
    return 1 - 2 * overlap / (hard.sum() + mask.sum() + 1e-6)


def train(model, images, masks):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(6):
        optimizer.zero_grad()
        loss = dice(model(images), masks)
        loss.backward()
        optimizer.step()
        print(loss.item())


torch.manual_seed(0)
images = torch.rand(3, 1, 8, 8)
train(Segmenter(), images, (images > 0.5).float())
