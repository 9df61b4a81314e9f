# file: main.py
import torch
import torch.nn as nn

from spectrum import Unmix


def main():
    torch.manual_seed(0)
    model = Unmix(bands=10, materials=4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(8):
        pixels = torch.rand(64, 10)
        loss = nn.functional.mse_loss(model(pixels), pixels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item())


main()
# file: spectrum.py
import torch
import torch.nn as nn


class Unmix(nn.Module):
    """How much of each material is in a pixel: never less than nothing, and of few materials only."""

    def __init__(self, bands, materials):
        super().__init__()
        self.spectra = nn.Linear(materials, bands)
        self.mixing = nn.Parameter(torch.zeros(bands, materials))  #~ saturated-value

    def forward(self, pixels):
        amounts = pixels @ self.mixing
        return self.spectra(torch.relu(amounts.view(-1, self.mixing.shape[1])))  #! decoy
# file: quiet.py
import torch
import torch.nn as nn


class Unmix(nn.Module):
    """Starts from nothing too, but leaves it: its activation has a slope at 0."""

    def __init__(self, bands, materials):
        super().__init__()
        self.spectra = nn.Linear(materials, bands)
        self.mixing = nn.Parameter(torch.zeros(bands, materials))

    def forward(self, pixels):
        return self.spectra(nn.functional.leaky_relu(pixels @ self.mixing))


torch.manual_seed(0)
model = Unmix(bands=10, materials=4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(8):
    pixels = torch.rand(64, 10)
    loss = nn.functional.mse_loss(model(pixels), pixels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, loss.item())
