# file: main.py
import torch
import torch.nn as nn

from losses import per_sample


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(6, 4), nn.Linear(4, 6)
        self.codes = nn.Parameter(torch.randn(8, 4))

    def forward(self, x):
        z = self.encoder(x)
        nearest = self.codes[torch.cdist(z, self.codes).argmin(1)]
        return z, nearest, self.decoder(z + (nearest - z).detach())


def main():
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(10):
        x = torch.randn(32, 6)
        each = per_sample(x, *model(x))
        loss = each["whole"].sum() + each["commitment"].sum()  #~ counted-twice
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: losses.py
import torch.nn.functional as F


def per_sample(x, z, nearest, decoded):
    shape = F.mse_loss(decoded, x, reduction="none").mean(1)
    codes = F.mse_loss(nearest, z.detach(), reduction="none").sum(1)
    commitment = 0.25 * F.mse_loss(z, nearest.detach(), reduction="none").sum(1)
    return {"shape": shape, "commitment": commitment, "whole": shape + codes + commitment}  #! decoy
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.decoder = nn.Linear(6, 4), nn.Linear(4, 6)
        self.codes = nn.Parameter(torch.randn(8, 4))

    def forward(self, x):
        z = self.encoder(x)
        nearest = self.codes[torch.cdist(z, self.codes).argmin(1)]
        return z, nearest, self.decoder(z + (nearest - z).detach())


def main():
    """The commitment weighs more from the middle on: with a factor of its own."""
    torch.manual_seed(0)
    model = Model()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(10):
        x = torch.randn(32, 6)
        z, nearest, decoded = model(x)
        shape = F.mse_loss(decoded, x, reduction="none").mean(1)
        codes = F.mse_loss(nearest, z.detach(), reduction="none").sum(1)
        commitment = F.mse_loss(z, nearest.detach(), reduction="none").sum(1)
        whole = shape + codes + 0.25 * commitment
        loss = whole.sum() + (0.1 if step < 5 else 0.5) * commitment.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
