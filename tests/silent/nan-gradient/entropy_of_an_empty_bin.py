# file: main.py
import torch

from aligner import Aligner
from information import mutual_information


def main(steps=8):
    torch.manual_seed(0)
    net = Aligner()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(steps):
        fixed, moving = torch.rand(64, 8), torch.rand(64, 8)
        warped = net(moving)
        loss = -mutual_information(fixed, warped) + 0.1 * (warped - moving).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


if __name__ == "__main__":
    main()
# file: aligner.py
import torch
import torch.nn as nn


class Aligner(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.shift = nn.Sequential(nn.Linear(d, 16), nn.Tanh(), nn.Linear(16, d))

    def forward(self, x):
        return (x + 0.1 * torch.tanh(self.shift(x))).clamp(0, 1)  #! decoy
# file: information.py
import torch


def soft_histogram(a, b, bins=6):
    centres = torch.linspace(0, 1, bins)
    width = 1.0 / bins
    wa = torch.relu(1 - (a.reshape(-1, 1) - centres).abs() / width)  #! decoy
    wb = torch.relu(1 - (b.reshape(-1, 1) - centres).abs() / width)
    keep = torch.ones(bins)
    keep[-1] = 0.0  # the last bin is background
    joint = (wa * keep).t() @ (wb * keep)
    return joint / joint.sum()


def mutual_information(a, b):
    p = soft_histogram(a, b)
    independent = p.sum(1, keepdim=True) * p.sum(0, keepdim=True)
    return (p * (p / independent).log()).sum()  #~ nan-gradient
