# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Renderer(nn.Module):
    """Colours along a ray between a learned near and far plane."""

    def __init__(self, samples=12):
        super().__init__()
        self.samples = samples
        self.near = nn.Parameter(torch.tensor(0.5))
        self.far = nn.Parameter(torch.tensor(3.0))
        self.field = nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 4))

    def depths(self):
        return torch.linspace(self.near, self.far, self.samples)  #~ left-torch|no-derivative|rebuilt-tensor

    def forward(self, direction):
        t = self.depths()
        points = direction[:, None, :] * t[None, :, None]
        out = self.field(points)
        density, colour = F.softplus(out[..., 0]), out[..., 1:].sigmoid()
        alpha = 1 - torch.exp(-density * 0.2)
        through = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha[:, :-1]], 1), 1)
        weight = alpha * through
        return (weight[..., None] * colour).sum(1), (weight.detach() * t.detach()).sum(1)  #! decoy


def main():
    torch.manual_seed(0)
    model = Renderer()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    rays = F.normalize(torch.randn(32, 3), dim=1)
    truth = rays.abs()
    for step in range(6):
        colour, depth = model(rays)
        loss = F.mse_loss(colour, truth)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), depth.mean().item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Renderer(nn.Module):
    """Colours along a ray between a learned near and far plane."""

    def __init__(self, samples=12):
        super().__init__()
        self.samples = samples
        self.near = nn.Parameter(torch.tensor(0.5))
        self.far = nn.Parameter(torch.tensor(3.0))
        self.field = nn.Sequential(nn.Linear(3, 24), nn.ReLU(), nn.Linear(24, 4))

    def depths(self):
        return self.near + (self.far - self.near) * torch.linspace(0, 1, self.samples)

    def forward(self, direction):
        t = self.depths()
        points = direction[:, None, :] * t[None, :, None]
        out = self.field(points)
        density, colour = F.softplus(out[..., 0]), out[..., 1:].sigmoid()
        alpha = 1 - torch.exp(-density * 0.2)
        through = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1 - alpha[:, :-1]], 1), 1)
        weight = alpha * through
        return (weight[..., None] * colour).sum(1), (weight.detach() * t.detach()).sum(1)


def main():
    torch.manual_seed(0)
    model = Renderer()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    rays = F.normalize(torch.randn(32, 3), dim=1)
    truth = rays.abs()
    for step in range(6):
        colour, depth = model(rays)
        loss = F.mse_loss(colour, truth)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), depth.mean().item())


main()
