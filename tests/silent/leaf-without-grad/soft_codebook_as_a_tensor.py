# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from codebook import SoftCodebook


class Coder(nn.Module):
    def __init__(self, d=8, dim=4):
        super().__init__()
        self.enc, self.book, self.dec = nn.Linear(d, dim), SoftCodebook(6, dim), nn.Linear(dim, d)
        self.register_buffer("mean", torch.zeros(d))

    def forward(self, x):
        return self.dec(self.book(self.enc(x - self.mean)))


torch.manual_seed(0)
model = Coder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(40, 2) @ torch.randn(2, 8)
for _ in range(7):
    loss = F.mse_loss(model(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())  #! decoy
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Masked(nn.Linear):
    """Connections that are drawn once."""

    def __init__(self, a, b, share=0.5):
        super().__init__(a, b)
        self.mask = (torch.rand(b, a) < share).float()

    def forward(self, x):
        return F.linear(x, self.weight * self.mask, self.bias)


class Coder(nn.Module):
    def __init__(self, d=8, dim=4):
        super().__init__()
        self.enc, self.dec = Masked(d, dim), nn.Linear(16, d)
        self.register_buffer("directions", torch.randn(dim, 16))
        self.input = torch.randn(40, d)
        self.centre = torch.zeros(dim)
        self.codes = torch.randn(5, dim)

    def forward(self):
        z = self.enc(self.input)
        with torch.no_grad():
            nearest = torch.cdist(z, self.codes).argmin(1)
            self.codes.index_add_(0, nearest, 0.1 * (z - self.codes[nearest]))
            self.centre = 0.9 * self.centre + 0.1 * z.mean(0)
        commit = F.mse_loss(z, self.codes[nearest])
        return self.dec(torch.cos((z - self.centre) @ self.directions)), commit


torch.manual_seed(0)
model = Coder()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(7):
    out, commit = model()
    loss = F.mse_loss(out, model.input) + 0.1 * commit
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
# file: codebook.py
import torch
import torch.nn as nn


class SoftCodebook(nn.Module):
    def __init__(self, size, dim, temperature=0.5):
        super().__init__()
        self.codes = torch.rand(size, dim) * 2 - 1  #~ leaf-without-grad|unregistered-module|not-in-optimizer
        self.temperature = temperature

    def forward(self, z):
        weights = torch.softmax(-torch.cdist(z, self.codes) / self.temperature, dim=1)
        return weights @ self.codes
