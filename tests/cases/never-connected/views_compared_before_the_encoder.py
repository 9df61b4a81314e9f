# file: main.py
import torch
from torch import nn

from losses import agreement, reconstruction
from spectra import Spectra


def train_on(net, optimizer, spectrum, refine):
    noisy = spectrum + 0.1 * torch.randn_like(spectrum)
    if refine:
        loss = agreement(net, spectrum, noisy)
    else:
        loss = reconstruction(net, spectrum, noisy)
    optimizer.zero_grad()
    loss.backward()  #! decoy
    optimizer.step()
    return loss.item()  #! decoy


def main():
    torch.manual_seed(0)
    data = Spectra(6)
    net = nn.Sequential(nn.Linear(12, 6), nn.Tanh(), nn.Linear(6, 12))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for epoch in range(3):
        losses = [train_on(net, optimizer, spectrum, refine=epoch > 0) for spectrum in data]
        print(epoch, sum(losses) / len(losses))


if __name__ == "__main__":
    main()
# file: spectra.py
import torch


class Spectra:
    """Lines of random heights on a grid of wavelengths."""

    def __init__(self, number):
        self.heights = torch.rand(number, 4)
        self.grid = torch.linspace(0, 3, 12)

    def __getitem__(self, i):
        if i >= len(self.heights):
            raise IndexError(i)
        lines = self.grid[:, None] - torch.arange(4)
        return (torch.exp(-(lines**2) * 8) * self.heights[i]).sum(1)
# file: losses.py
import torch.nn.functional as F


def reconstruction(net, clean, noisy):
    return F.mse_loss(net(noisy), clean)


def agreement(net, clean, noisy):
    first, second = net(clean), net(noisy)
    return F.mse_loss(noisy, clean)  #~ never-connected|unused-input
