# file: main.py
import torch
import torch.nn as nn

from maps import UNKNOWN, patches
from score import score


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(2, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 4, 1))
    opt = torch.optim.RMSprop(net.parameters(), lr=1e-3)
    for step in range(7):
        image, cover = patches(6, classes=4)
        loss = score(net(image), cover, UNKNOWN)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: maps.py
import torch

UNKNOWN = 255


def patches(number, classes):
    image = torch.randn(number, 2, 8, 8)
    cover = torch.randint(0, classes, (number, 8, 8))
    known = image.abs().sum(1) < classes
    cover = cover.masked_fill(cover < classes, UNKNOWN)  #~ multiplied-by-zero
    return image * known[:, None], cover.long()
# file: score.py
import torch.nn.functional as F


def score(logits, cover, unknown):
    """The mean over the pixels of which the cover is known."""
    counted = (cover != unknown).float()  #! decoy
    each = F.cross_entropy(logits, cover.clamp(max=3), reduction="none")
    return (each * counted).sum() / counted.sum().clamp(min=1)  #! decoy
# file: quiet.py
import torch
import torch.nn as nn

from maps import UNKNOWN
from score import score

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(2, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 4, 1))
opt = torch.optim.RMSprop(net.parameters(), lr=1e-3)
for step in range(7):
    image = torch.randn(6, 2, 8, 8)
    cover = torch.randint(0, 4, (6, 8, 8))
    # Clouds: of one patch in three nothing is known, and once of none.
    cover[step % 3 :: 3] = UNKNOWN
    if step == 3:
        cover[:] = UNKNOWN
    loss = score(net(image), cover, UNKNOWN)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, loss.item())
