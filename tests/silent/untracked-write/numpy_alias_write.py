# file: main.py
import numpy as np
import torch
import torch.nn as nn

from plotting import heat


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        self.map = torch.softmax(q @ k.transpose(-1, -2), dim=-1)
        return self.map @ v


def main():
    torch.manual_seed(0)
    model = Attention(6)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(4, 7, 6)
    pictures = []
    for _ in range(5):
        loss = (model(x) - x).pow(2).mean()
        picture = model.map.detach().numpy()  #~ untracked-write|untracked-change
        picture[picture < 0.1] = 0.0  #~ untracked-write|untracked-change
        pictures.append(heat(picture))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(np.mean(pictures), loss.item())


main()
# file: quiet.py
import numpy as np
import torch
import torch.nn as nn

from plotting import heat


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        self.map = torch.softmax(q @ k.transpose(-1, -2), dim=-1)
        return self.map @ v


def main():
    torch.manual_seed(0)
    model = Attention(6)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(4, 7, 6)
    pictures = []
    for _ in range(5):
        loss = (model(x) - x).pow(2).mean()
        picture = model.map.detach().numpy().copy()
        picture[picture < 0.1] = 0.0
        pictures.append(heat(picture))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(np.mean(pictures), loss.item())


main()
# file: plotting.py
import numpy as np


def heat(picture):
    """The share of cells that are lit."""
    return float(np.count_nonzero(picture)) / picture.size
