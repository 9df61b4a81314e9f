# file: main.py
import torch
from torch import nn

from dice import weighted_entropy


def main(steps=12):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 1, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for _ in range(steps):
        picture = torch.randn(8, 1, 10, 10)
        mask = (picture > 0.5).float()
        loss = weighted_entropy(net(picture), mask)
        opt.zero_grad()
        loss.backward()  #! decoy
        opt.step()
    print(f"{loss.item():.3f}")


main()
# file: dice.py
import torch


def weighted_entropy(scores, mask, weight=0.8):
    chance = torch.sigmoid(scores)
    mask = mask.unsqueeze(1)  #~ broadcast-loss
    found = weight * mask * torch.log(chance + 1e-6)  #~ broadcast-loss
    missed = (1 - weight) * (1 - mask) * torch.log(1 - chance + 1e-6)
    return -(found + missed).mean()
# file: quiet.py
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 4, 1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
for _ in range(12):
    picture = torch.randn(8, 1, 10, 10)
    mask = (picture > 0.5).float()
    chance = torch.sigmoid(net(picture))
    # Four guesses for each picture, and each of them against the one mask.
    each = (chance.unsqueeze(2) - mask.unsqueeze(1)).square().mean((2, 3, 4))
    loss = each.amin(1).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}")
