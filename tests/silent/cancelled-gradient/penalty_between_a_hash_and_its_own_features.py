# file: main.py
import torch
from hashing import HashNet, triplet
from torch import nn


def main():
    torch.manual_seed(0)
    net = HashNet()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for step in range(10):
        anchor = torch.randn(32, 12)
        same, other = anchor + 0.1 * torch.randn_like(anchor), torch.randn(32, 12)
        features, bits = zip(*(net(x) for x in (anchor, same, other)), strict=True)
        loss = triplet(*bits)
        for feature, bit in zip(features, bits, strict=True):
            loss = loss + 0.1 * nn.functional.mse_loss(feature, bit)  #~ cancelled-gradient
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


main()
# file: hashing.py
from torch import nn


class HashNet(nn.Module):
    def __init__(self, bits=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, bits), nn.Tanh())

    def forward(self, x):
        feature = self.net(x)
        return feature, feature + (feature.sign() - feature).detach()  #! decoy


def triplet(anchor, same, other, margin=2.0):
    near, far = (anchor * same).mean(1), (anchor * other).mean(1)
    return (margin - near + far).clamp(min=0).mean()
# file: quiet.py
import torch
from hashing import HashNet, triplet
from torch import nn


def main():
    torch.manual_seed(0)
    net = HashNet()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for step in range(10):
        anchor = torch.randn(32, 12)
        same, other = anchor + 0.1 * torch.randn_like(anchor), torch.randn(32, 12)
        features, bits = zip(*(net(x) for x in (anchor, same, other)), strict=True)
        loss = triplet(*bits)
        for feature, bit in zip(features, bits, strict=True):
            loss = loss + 0.1 * nn.functional.mse_loss(feature, bit.detach())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}", f"{nn.functional.mse_loss(feature, bit).item():.4f}")


main()
