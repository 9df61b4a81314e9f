# file: main.py
import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(2, 12, 5, padding=2), nn.SiLU(), nn.Conv1d(12, 1, 5, padding=2))

    def forward(self, x, level):
        return self.net(torch.cat([x, level.expand_as(x)], 1))


class Average:
    def __init__(self, params, rate):
        self.params, self.rate = list(params), rate
        self.means = [p.data.clone() for p in self.params]

    def follow(self):
        for mean, p in zip(self.means, self.params):
            mean -= self.rate * (mean - p.data)

    def show(self):
        for mean, p in zip(self.means, self.params):
            p.data.copy_(mean)  #~ update-undone


def sample(model, average):
    average.show()  #~ update-undone
    with torch.no_grad():
        x = torch.randn(4, 1, 24)
        for level in torch.linspace(1, 0.1, 5):
            x = x - 0.3 * model(x, level)
    return x


torch.manual_seed(0)
model = Denoiser()
average = Average(model.parameters(), 0.01)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
for epoch in range(7):
    for _ in range(12):
        clean = torch.sin(torch.linspace(0, 6, 24) * (1 + torch.rand(16, 1, 1)))
        level, noise = torch.rand(16, 1, 1), torch.randn(16, 1, 24)
        loss = (model(clean + level * noise, level) - noise).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.follow()
    print(epoch, loss.item(), sample(model, average).std().item())
# file: quiet.py
import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(2, 12, 5, padding=2), nn.SiLU(), nn.Conv1d(12, 1, 5, padding=2))

    def forward(self, x, level):
        return self.net(torch.cat([x, level.expand_as(x)], 1))


class Average:
    """Follows closely: each epoch goes on from it, and hardly anything of the way is lost."""

    def __init__(self, params, rate):
        self.params, self.rate = list(params), rate
        self.means = [p.data.clone() for p in self.params]

    def follow(self):
        for mean, p in zip(self.means, self.params):
            mean -= self.rate * (mean - p.data)

    def show(self):
        for mean, p in zip(self.means, self.params):
            p.data.copy_(mean)


torch.manual_seed(0)
model = Denoiser()
average = Average(model.parameters(), 0.4)
optimizer = torch.optim.Adam(model.parameters(), lr=4e-3)
for epoch in range(7):
    for _ in range(12):
        clean = torch.sin(torch.linspace(0, 6, 24) * (1 + torch.rand(16, 1, 1)))
        level, noise = torch.rand(16, 1, 1), torch.randn(16, 1, 24)
        loss = (model(clean + level * noise, level) - noise).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.follow()
    average.show()
    print(epoch, loss.item())
